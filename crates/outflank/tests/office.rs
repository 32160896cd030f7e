//! A federation's office through its forms, as a browser without a script sends them.

use crate::support::forms::{field, leads, post, says, upload};
use crate::support::hosted::Hosted;
use crate::support::http::{Client, Reply};
use outflank_desk::access::{Grant, Role, Scope};
use outflank_desk::{FederationId, FederationNow};
use outflank_federation::PersonNumber;

/// The pages of an officer.
const PAGES: &[&str] = &[
    "",
    "/people",
    "/people/1",
    "/members",
    "/events",
    "/grand-prix",
    "/team",
    "/duties",
    "/decisions",
    "/access",
    "/log",
];

struct Office {
    hosted: Hosted,
    id: FederationId,
    officer: Client,
}

impl Office {
    fn open() -> Self {
        let hosted = Hosted::start();
        let id = hosted.office("example");
        let officer = hosted.owner();
        Self {
            hosted,
            id,
            officer,
        }
    }

    fn now(&self) -> std::sync::Arc<FederationNow> {
        self.hosted.desk.federation(&self.id).unwrap()
    }

    /// Sends a form of a page.
    #[track_caller]
    fn send(&self, page: &str, fields: &str) -> Reply {
        self.send_as(&self.officer, &format!("/f/example/office{page}"), fields)
    }

    #[track_caller]
    fn send_as(&self, client: &Client, page: &str, fields: &str) -> Reply {
        let shown = client.get(page);
        assert_eq!(shown.status, 200, "{page}: {}", shown.text());
        let text = shown.text();
        post(client, page, &format!("id={}&{fields}", field(&text, "id")))
    }

    /// Sends a form that is done.
    #[track_caller]
    fn does(&self, page: &str, form: &str, fields: &str) {
        let reply = self.send(page, &format!("do={form}&{fields}"));
        assert_eq!(reply.status, 303, "{form}: {}", reply.text());
    }

    fn add(&self, names: &[&str]) {
        for name in names {
            self.does("/people", "add_person", &format!("dossier.name={name}"));
        }
    }

    /// A link that opens one person's own record.
    fn own_link(&self, person: u32) -> Client {
        let scope = Scope {
            federation: Some(self.id.clone()),
            member: Some(PersonNumber(person)),
            ..Scope::default()
        };
        let grant = Grant {
            role: Role::Player,
            scope,
        };
        self.hosted.client().bearer(&self.hosted.token(grant, None))
    }
}

#[test]
fn every_page_of_the_office_is_there_for_officers_and_for_nobody_else() {
    let office = Office::open();
    for page in PAGES {
        let path = format!("/f/example/office{page}");
        assert_eq!(office.officer.get(&path).status, 200, "{path}");
        assert_eq!(office.hosted.client().get(&path).status, 403, "{path}");
        assert_eq!(office.own_link(1).get(&path).status, 403, "{path}");
    }
    let list = office.hosted.client().get("/f");
    says(&list, "href=\"/f/example\"");
    leads(&office.hosted.client().get("/f/"), "/f");
    leads(&office.hosted.client().get("/f/example/"), "/f/example");
    assert_eq!(office.hosted.client().get("/new-office").status, 403);
}

#[test]
fn an_office_is_founded_on_a_page() {
    let hosted = Hosted::start();
    let owner = hosted.owner();
    let founded = post(
        &owner,
        "/new-office",
        "name=Example+Federation&country=gbr&slug=eg&rulebook=bof&scale=&offset=1",
    );
    leads(&founded, "/f/eg/office?done=founded");
    let office = hosted.desk.federation_named("eg").unwrap();
    assert_eq!(office.affairs().country(), "GBR");
    let again = post(
        &owner,
        "/new-office",
        "name=Other&country=FRA&slug=eg&rulebook=bof&offset=0",
    );
    assert_eq!(again.status, 409);
    says(&again, "value=\"Other\"");
}

#[test]
fn what_is_refused_is_said_beside_its_field_and_what_was_typed_stays() {
    let office = Office::open();
    let refused = office.send("/people", "do=add_person&dossier.name=&dossier.wof=x");
    assert_eq!(refused.status, 422);
    says(&refused, "Fill this in.");
    says(&refused, "Write a whole number.");
    says(&refused, "name=\"dossier.wof\" value=\"x\"");
    office.does(
        "/people",
        "add_person",
        "dossier.name=Bo+Sample&dossier.wof=77",
    );
    let taken = office.send(
        "/people",
        "do=add_person&dossier.name=Cy+Sample&dossier.wof=77",
    );
    assert_eq!(taken.status, 422);
    says(
        &taken,
        "belongs to person 2. Correct it, or merge the two records.",
    );
    says(&taken, "value=\"Cy Sample\"");
    let unknown = office.send("/members", "do=join&person=Nobody+Here");
    says(&unknown, "There is no person called Nobody Here.");
}

/// clauses: BOF-mem-1.d
#[test]
fn a_form_says_what_it_would_change_before_it_does() {
    let office = Office::open();
    let preview = office.send("/members", "do=join&person=Ada+Example&preview=1");
    assert_eq!(preview.status, 200);
    says(&preview, "Ada Example becomes a member");
    says(&preview, "BOF mem-1.d");
    assert!(
        office
            .now()
            .member_lines("2026-11-16".parse().unwrap())
            .is_empty()
    );
    office.does("/members", "join", "person=Ada+Example");
    let today = office.hosted.desk.today(&office.now());
    assert_eq!(office.now().member_lines(today).len(), 1);
}

#[test]
fn duplicates_are_found_and_merged_with_a_trace_and_taken_apart_again() {
    let office = Office::open();
    office.add(&["EXAMPLE,+Ada"]);
    let page = office.officer.get("/f/example/office/people");
    says(&page, "1 pair of records may be the same person");
    office.does(
        "/people",
        "merge_people",
        "keep=1&gone=2&why=the+same+birth+date",
    );
    let page = office.officer.get("/f/example/office/people");
    says(&page, "the same birth date");
    leads(
        &office.officer.get("/f/example/office/people/2"),
        "/f/example/office/people/1",
    );
    office.does("/people", "separate_people", "gone=2&why=two+after+all");
    assert_eq!(office.officer.get("/f/example/office/people/2").status, 200);
}

/// clauses: BOF-mem-2.a, BOF-mem-3
#[test]
fn a_fee_sheet_is_made_from_the_records_and_keeps_what_was_paid() {
    let office = Office::open();
    for fields in [
        "dossier.name=Bo+Sample&dossier.wage=waged&dossier.family=Sample",
        "dossier.name=Cy+Sample&dossier.wage=waged&dossier.family=Sample",
        "dossier.name=Di+Muster&dossier.citizen_of=GBR&dossier.wage=waged",
    ] {
        office.does("/people", "add_person", fields);
    }
    office.does(
        "/events",
        "announce_event",
        "event=2026-london&notice.name=London+Regional&notice.category=regional&notice.first_day=2026-03-01&notice.country=GBR&notice.time=25&notice.clocks=1&notice.organised=1",
    );
    let fees = "/fees/2026-london";
    office.does(
        fees,
        "record_entrants",
        "event=2026-london&people=Bo+Sample%0A3%0A4+Di+Muster",
    );
    let sheet = office.officer.get("/f/example/office/fees/2026-london");
    says(&sheet, "family rate");
    says(&sheet, "first tournament of a citizen");
    says(&sheet, "<strong>15.00</strong>");
    office.does(
        fees,
        "record_payment",
        "person=Bo+Sample&event=2026-london&amount=15",
    );
    let csv = office.officer.get("/f/example/office/fees/2026-london.csv");
    says(&csv, "2,Bo Sample,Sample,10.00,waged,15.00,15.00");
    // Changing the record does not lose what was paid.
    office.does("/people/2", "change_person", "person=2&dossier.name=Bo+Sample&dossier.wage=waged&dossier.family=Sample&dossier.country=GBR");
    let csv = office.officer.get("/f/example/office/fees/2026-london.csv");
    says(&csv, "2,Bo Sample,Sample,10.00,waged,15.00,15.00");
}

#[test]
fn the_committee_and_the_chairman_decide_what_is_theirs() {
    let office = Office::open();
    office.does(
        "/decisions",
        "record_decision",
        "decision.body=chairman&decision.day=2026-01-05&decision.text=a+note",
    );
    let votes = office.send(
        "/decisions",
        "do=record_decision&decision.body=board&decision.day=2026-01-05&decision.text=x&decision.votes.yes=3",
    );
    assert_eq!(votes.status, 422, "votes belong together");
    let fees = "fees.waged=12&fees.unwaged=6&fees.family=18";
    let refused = office.send("/members", &format!("do=set_fees&{fees}&decision=1"));
    assert_eq!(refused.status, 422);
    says(
        &refused,
        "It needs a decision by a general meeting, the committee or the board",
    );
    office.does(
        "/decisions",
        "record_decision",
        "decision.body=committee&decision.day=2026-01-06&decision.text=new+fees",
    );
    office.does("/members", "set_fees", &format!("{fees}&decision=2"));
    let officer = Grant::federation(Role::Officer, &office.id);
    let officer = office
        .hosted
        .client()
        .bearer(&office.hosted.token(officer, None));
    let coin = office.send_as(
        &officer,
        "/f/example/office/grand-prix/2026",
        "do=toss_coin&year=2026&winner=1",
    );
    assert_eq!(coin.status, 422);
    says(&coin, "You cannot act as chairman");
}

/// A players' list of four people, one from elsewhere.
const LIST: &str = "pays = GBR\n101 EXAMPLE, Ada\n102 SAMPLE, Bo %_<1500>\n103 MUSTER, Cy\n\npays = FRA\n201 EXEMPLE, Didier\n";

#[test]
fn the_world_federation_s_list_is_taken_whole_or_not_at_all() {
    let office = Office::open();
    let page = "/f/example/office/people";
    let import = |text: &str| {
        let shown = office.officer.get(page).text();
        let id = field(&shown, "id").to_owned();
        let fields = [
            ("id", id.as_str()),
            ("do", "import_people"),
            ("country", "GBR"),
        ];
        upload(
            &office.officer,
            page,
            &fields,
            ("file", "joueurs.txt", text.as_bytes()),
        )
    };
    for (wrong, words) in [
        (
            LIST.replace("103 MUSTER, Cy", "104 SAMPLE, Bo"),
            "Line 4: Bo SAMPLE has the numbers 102 and 104",
        ),
        (
            LIST.replace("102 SAMPLE", "101 SAMPLE"),
            "line 3, ignored: Number 101 is already taken",
        ),
        (LIST.replace("103 MUSTER, Cy", "103"), "line 4, ignored"),
    ] {
        let refused = import(&wrong);
        assert_eq!(refused.status, 422, "{}", refused.text());
        says(&refused, words);
        assert_eq!(office.now().people().len(), 1, "nothing of it is taken");
    }
    assert_eq!(import(LIST).status, 303);
    let now = office.now();
    // Ada was known by name and has her number now; the other two are new, the Frenchman is not asked for.
    assert_eq!(now.people().len(), 3);
    assert_eq!(now.dossier(PersonNumber(1)).unwrap().wof, Some(101));
    says(&import(LIST), "The list has no new people.");
    // One command, so that one undo takes it back.
    let log = office.officer.get("/f/example/office/log").text();
    let command = field(&log, "command").to_owned();
    office.does("/log", "undo", &format!("command={command}"));
    assert_eq!(office.now().affairs().people.len(), 1);
}

/// A results file of three rounds.
const ELO: &str = "%%Tournament: Example Open\n%%Country: GBR\n%%Date: 01/03/2026\n%%Sender: Example\n%101 , Ada EXAMPLE\n";

/// A whole results file: three players, three games.
const ELO_WHOLE: &str = "%%Tournament: Example Open\n%%Country: GBR\n%%Date: 01/03/2026\n%%Sender: Example\n%Round: 1\n   101 (40)>(24)    102 B\n%Round: 2\n   102 (20)<(44)    103 B\n%Round: 3\n   101 (30)<(34)    103 B\n";

#[test]
fn bad_results_are_reported_by_line_and_nothing_of_them_is_taken() {
    let office = Office::open();
    office.add(&["Bo+Sample", "Cy+Muster"]);
    for (key, day) in [("2026-a", "2026-03-01"), ("2030-b", "2030-03-01")] {
        office.does(
            "/events",
            "announce_event",
            &format!("event={key}&notice.name=Open&notice.category=regional&notice.first_day={day}&notice.country=GBR&notice.time=25&notice.clocks=1&notice.organised=1"),
        );
    }
    let page = "/results/2026-a";
    let himself = office.send(
        page,
        "do=results_typed&placed=1;1;2%0A2;2;0&games=1;1;2;b%0A2;2;2;w",
    );
    assert_eq!(himself.status, 422);
    says(
        &himself,
        "Games, line 2: Person 2 cannot play against themselves.",
    );
    let shape = office.send(page, "do=results_typed&placed=1;1;2%0Afirst;2;0");
    says(&shape, "Final ranking, line 2: One per line");
    let future = office.send("/results/2030-b", "do=results_typed&placed=1;1;2");
    assert_eq!(future.status, 422);
    says(
        &future,
        "The tournament begins on 2030-03-01, which is after today",
    );
    let cut = format!("{ELO}%");
    let shown = office
        .officer
        .get("/f/example/office/results/2026-a")
        .text();
    let fields = [("id", field(&shown, "id")), ("do", "results_file")];
    let file = ("file", "open.ELO", cut.as_bytes());
    let refused = upload(
        &office.officer,
        "/f/example/office/results/2026-a",
        &fields,
        file,
    );
    assert_eq!(refused.status, 422, "{}", refused.text());
    says(&refused, "line ");
    assert!(
        office
            .now()
            .affairs()
            .events
            .values()
            .all(|one| one.editions.is_empty())
    );
    // Whole results are taken, and a corrected one leaves its trace.
    let good = "do=results_typed&placed=1;1;2%0A2;2;1%0A3;3;0&games=1;1;2;b%0A2;2;3;b";
    let preview = office.send(page, &format!("{good}&preview=1"));
    says(&preview, "the games of Open are rated");
    assert_eq!(office.send(page, good).status, 303);
    // The page has the results as they stand, to be corrected in place.
    let standing = office.officer.get("/f/example/office/results/2026-a");
    says(&standing, "1; 1 Ada Example; 2 Bo Sample; b");
    let other = good
        .replace("1;1;2;b", "1;1;2;w")
        .replace("1;1;2%0A2;2;1", "2;1;1%0A1;2;2");
    assert_eq!(office.send(page, &other).status, 303);
    let events = office.hosted.client().get("/f/example/events");
    says(
        &events,
        "round 1, Ada Example – Bo Sample: changed from 1–0 to 0–1",
    );
    says(&events, "place of Bo Sample: changed from 2 to 1");
    says(&events, "Grand Prix of Bo Sample: changed from 160 to 200");
}

#[test]
fn a_person_sees_corrects_exports_and_erases_his_own_record() {
    let office = Office::open();
    office.add(&["Bo+Sample"]);
    let bo = office.own_link(2);
    let page = "/f/example/me";
    assert_eq!(office.hosted.client().get(page).status, 403);
    says(&bo.get(page), "value=\"Bo Sample\"");
    assert!(
        !bo.get(page).text().contains("Ada Example"),
        "nobody else's name"
    );
    let wrong = post(&bo, page, "do=change_person&person=1&dossier.name=Other");
    assert_eq!(wrong.status, 403, "not another's");
    let saved = office.send_as(&bo, page, "do=change_person&person=2&dossier.name=Bo+Sample&dossier.contact=bo@example.org&dossier.stays=GBR+2020-01-31");
    leads(&saved, "/f/example/me?done=change_person");
    let export = bo.get("/f/example/me?export=1").json();
    assert_eq!(export["record"]["contact"], "bo@example.org");
    assert_eq!(export["record"]["stays"][0]["country"], "GBR");
    leads(
        &office.send_as(&bo, page, "do=restrict"),
        "/f/example/me?done=restrict",
    );
    says(
        &office.hosted.client().get("/f/example/people/2"),
        "Person 2",
    );
    let unsure = office.send_as(&bo, page, "do=erase");
    assert_eq!(unsure.status, 422);
    leads(
        &office.send_as(&bo, page, "do=erase&sure=1"),
        "/f/example/me?done=erase",
    );
    assert!(office.now().dossier(PersonNumber(2)).is_none());
    says(&bo.get(page), "All personal data is erased.");
}

#[test]
fn files_over_the_api_are_taken_whole_or_not_at_all() {
    let office = Office::open();
    let people = "/api/v1/federations/example/import/people?country=GBR";
    let send = |path: &str, text: &str| {
        let client = office.officer.with("Content-Type", "text/plain");
        client.send("POST", path, Some(text.as_bytes())).unwrap()
    };
    let refused = send(people, &LIST.replace("103 MUSTER, Cy", "104 SAMPLE, Bo"));
    assert_eq!(refused.status, 422);
    let line = refused.json()["facts"]["lines"][0].clone();
    assert!(line.as_str().unwrap().starts_with("Line 4: "), "{line}");
    assert_eq!(office.now().people().len(), 1);
    assert_eq!(send(people, LIST).status, 200);
    assert_eq!(office.now().people().len(), 3);
    let event = "event=2026-a&notice.name=Open&notice.category=regional&notice.first_day=2026-03-01&notice.country=GBR&notice.time=25&notice.clocks=1&notice.organised=1";
    office.does("/events", "announce_event", event);
    let results = "/api/v1/federations/example/import/results/2026-a";
    let himself = ELO_WHOLE.replace("   102 (20)<(44)    103", "   103 (20)<(44)    103");
    for wrong in [
        &himself,
        &ELO_WHOLE[..ELO_WHOLE.len() / 2],
        &ELO_WHOLE.replace("/2026", "/2030"),
    ] {
        let refused = send(results, wrong);
        assert_eq!(refused.status, 422, "{}", refused.text());
        let line = refused.json()["facts"]["lines"][0].clone();
        assert!(line.as_str().unwrap().starts_with("line "), "{line}");
        assert!(
            office
                .now()
                .affairs()
                .events
                .values()
                .all(|one| one.editions.is_empty())
        );
    }
    let taken = send(results, ELO_WHOLE);
    assert_eq!(taken.status, 200, "{}", taken.text());
    assert_eq!(office.now().fee_sheet("2026-a").unwrap().groups.len(), 3);
    let members = office
        .officer
        .get("/api/v1/federations/example/members")
        .json();
    assert_eq!(members.as_array().unwrap().len(), 3);
    assert_eq!(
        office
            .hosted
            .client()
            .get("/api/v1/federations/example/members")
            .status,
        401
    );
    let fees = office
        .officer
        .get("/api/v1/federations/example/fees/2026-a")
        .json();
    assert_eq!(fees["table"][0], 1000);
}

/// The clauses that the pages of an office cite.
fn cited(office: &Hosted, slug: &str) -> std::collections::BTreeSet<String> {
    let owner = office.owner();
    let pages = PAGES.iter().map(|page| {
        let reply = owner.get(&format!("/f/{slug}/office{page}"));
        assert_eq!(reply.status, 200, "{slug}{page}");
        reply.text()
    });
    let cited = |text: String| -> Vec<String> {
        let parts = text.split("<span class=\"clause\">").skip(1);
        parts
            .filter_map(|part| Some(part.split_once('<')?.0.to_owned()))
            .collect()
    };
    pages.flat_map(cited).collect()
}

#[test]
fn an_office_cites_the_clauses_of_its_own_rules_only() {
    let hosted = Hosted::start();
    for rulebook in ["bof", "wof", "usoa", "japan", "soc", "europe"] {
        let id = hosted.office_under(rulebook, rulebook);
        assert!(hosted.desk.federation(&id).is_some());
    }
    let british = cited(&hosted, "bof");
    for clause in [
        "BOF mem-1.d",
        "BOF gp-6.b",
        "BOF wc-2",
        "WOC I.2.2.b1",
        "WOC I.2.3.p1",
    ] {
        assert!(british.contains(clause), "{clause}: {british:?}");
    }
    let world = cited(&hosted, "wof");
    assert!(world.contains("WOC I.2.1.p2"), "{world:?}");
    assert!(world.iter().all(|one| one.starts_with("WOC ")), "{world:?}");
    let american = cited(&hosted, "usoa");
    assert_eq!(american.into_iter().collect::<Vec<_>>(), ["USOA 9.5"]);
    for slug in ["japan", "soc", "europe"] {
        assert_eq!(cited(&hosted, slug), Default::default(), "{slug}");
    }
}
