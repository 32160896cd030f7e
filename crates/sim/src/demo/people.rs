//! Sixty invented people of twenty countries.

use outflank_tournament::running::GenderWord;

pub(super) struct Invented {
    pub(super) name: &'static str,
    /// The name in the person's own script; empty if it is the same.
    pub(super) native: &'static str,
    pub(super) country: &'static str,
    pub(super) gender: GenderWord,
    pub(super) young: bool,
}

const F: GenderWord = GenderWord::Female;
const M: GenderWord = GenderWord::Male;

const fn one(
    country: &'static str,
    name: &'static str,
    native: &'static str,
    gender: GenderWord,
    young: bool,
) -> Invented {
    Invented {
        name,
        native,
        country,
        gender,
        young,
    }
}

/// Three of every country.
pub(super) const PEOPLE: [Invented; 60] = [
    one("JPN", "Miura Haruto", "三浦 晴人", M, false),
    one("JPN", "Hayakawa Ren", "早川 蓮", M, false),
    one("JPN", "Onodera Aoi", "小野寺 葵", F, false),
    one("NED", "Ilse Vandermeer", "", F, false),
    one("NED", "Joost Terpstra", "", M, false),
    one("NED", "Fenna Hoekstra", "", F, true),
    one("POL", "Katarzyna Wójcik", "", F, false),
    one("POL", "Ignacy Zielonka", "", M, false),
    one("POL", "Bartosz Malinowicz", "", M, true),
    one("KOR", "Noh Dae-jung", "노대중", M, false),
    one("KOR", "Yoon Seo-hyeon", "윤서현", F, false),
    one("KOR", "Baek Tae-oh", "백태오", M, false),
    one("SGP", "Lim Wei Jie", "林 伟杰", M, false),
    one("SGP", "Tan Shu Min", "陈 淑敏", F, false),
    one("SGP", "Aravind Nair", "", M, true),
    one("GER", "Matthias Brückner", "", M, false),
    one("GER", "Annegret Lohse", "", F, false),
    one("GER", "Jonas Weidenfeld", "", M, false),
    one("SWE", "Oskar Lindqvist", "", M, false),
    one("SWE", "Björn Åkesson", "", M, false),
    one("SWE", "Elin Sandhammar", "", F, true),
    one("THA", "Somchai Prasertkul", "สมชาย ประเสริฐกุล", M, false),
    one("THA", "Malee Rattanakorn", "มาลี รัตนากร", F, false),
    one("THA", "Kiet Wongsiri", "เกียรติ วงศ์ศิริ", M, false),
    one("USA", "Ethan Calloway", "", M, false),
    one("USA", "Maya Oyelaran", "", F, false),
    one("USA", "Cole Brandywine", "", M, true),
    one("NOR", "Marit Haugland", "", F, false),
    one("NOR", "Sivert Nordvik", "", M, false),
    one("NOR", "Tuva Lillebø", "", F, true),
    one("FIN", "Jarkko Ruuskanen", "", M, false),
    one("FIN", "Aleksi Koskela", "", M, false),
    one("FIN", "Venla Hirvonsalo", "", F, false),
    one("ITA", "Giulia Ferrante", "", F, false),
    one("ITA", "Corrado Bellini", "", M, false),
    one("ITA", "Tiziano D’Acquarone", "", M, false),
    one("GBR", "Amelia Thornbury", "", F, false),
    one("GBR", "Dafydd Pritchard", "", M, false),
    one("GBR", "Fergus MacAllery", "", M, true),
    one("BRA", "Rafael Quintão", "", M, false),
    one("BRA", "Iara Monteclaro", "", F, false),
    one("BRA", "Davi Serrador", "", M, false),
    one("FRA", "Théo Garnier", "", M, false),
    one("FRA", "Léa Montclar", "", F, false),
    one("FRA", "Malik Benyahia", "", M, false),
    one("GRE", "Christos Vlachakis", "Χρήστος Βλαχάκης", M, false),
    one("GRE", "Eleni Kastrioti", "Ελένη Καστριώτη", F, false),
    one("GRE", "Nikos Perdikaris", "Νίκος Περδικάρης", M, false),
    one("UKR", "Olena Hryshchenko", "Олена Грищенко", F, false),
    one("UKR", "Taras Bilozir", "Тарас Білозір", M, false),
    one("UKR", "Danylo Verbytsky", "Данило Вербицький", M, true),
    one("IND", "Priya Raghunathan", "", F, false),
    one("IND", "Sameer Kulkarnani", "", M, false),
    one("IND", "Anvi Deshmukhar", "", F, true),
    one("CZE", "Tomáš Dvořáček", "", M, false),
    one("CZE", "Hana Kučerová", "", F, false),
    one("CZE", "Ondřej Vlasta", "", M, false),
    one("ARG", "Nicolás Urrutia", "", M, false),
    one("ARG", "Camila Etcheverre", "", F, false),
    one("ARG", "Bautista Larralde", "", M, false),
];
