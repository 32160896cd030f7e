//! The rules pages show every clause under its document's own heading, the settings and the glossary.

use outflank_rulebook::{catalogue, shipped, shipped_ids};
use outflank_web::pages::{Frame, Html, rulebook_page, rulebooks_page};

fn page(id: &str) -> String {
    rulebook_page(&Frame::of_site(""), id).unwrap()
}

fn text(text: &str) -> String {
    Html::text(text).to_string()
}

/// The part of a page between two ids of headings.
fn section<'a>(page: &'a str, key: &str) -> &'a str {
    let start = page
        .find(&format!("<h2 id=\"section-{key}\">"))
        .unwrap_or_else(|| panic!("no heading {key}"));
    let rest = &page[start..];
    let end = rest[4..].find("<h2 id=").map_or(rest.len(), |end| end + 4);
    &rest[..end]
}

/// The clause stands under its heading, with what it says.
fn shows(page: &str, id: &str) {
    let clause = catalogue().clause(id).unwrap();
    let section = section(page, clause.id.section());
    let at = section
        .find(&format!("<article id=\"{}\">", clause.id))
        .unwrap_or_else(|| panic!("{id} is not under {}", clause.id.section()));
    let article = section[at..].split("</article>").next().unwrap();
    assert!(article.contains(&text(&clause.title)), "{id}: {article}");
    assert!(article.contains(&text(&clause.says)), "{id}: {article}");
}

/// text of: USOA-1.2, USOA-3.10, USOA-5.12, USOA-5.13, USOA-8.2, USOA-8.4, USOA-10.1
#[test]
fn the_american_advice_is_shown_under_its_headings() {
    let page = page("usoa");
    for id in [
        "USOA-1.2",
        "USOA-3.10",
        "USOA-5.12",
        "USOA-5.13",
        "USOA-8.2",
        "USOA-8.4",
        "USOA-10.1",
    ] {
        shows(&page, id);
    }
}

/// text of: WOC-I.4.1, WOC-I.4.3, WOC-I.4.4, WOC-I.4.5, WOC-IV.3, WOC-IV.4.p3.a, WOC-IV.5.3.p1, WOC-IV.10.p2.a, WOC-V.1.p2
#[test]
fn the_world_championships_advice_is_shown_under_its_headings() {
    let page = page("wof");
    for id in [
        "WOC-I.4.1",
        "WOC-I.4.3",
        "WOC-I.4.4",
        "WOC-I.4.5",
        "WOC-IV.3",
        "WOC-IV.4.p3.a",
        "WOC-IV.5.3.p1",
        "WOC-IV.10.p2.a",
        "WOC-V.1.p2",
    ] {
        shows(&page, id);
    }
}

/// text of: BOF-gen-3, BOF-gen-5
#[test]
fn the_british_advice_is_shown_under_its_headings() {
    let page = page("bof");
    for id in ["BOF-gen-3", "BOF-gen-5"] {
        shows(&page, id);
    }
}

/// text of: SOC-I.3, SOC-I.4, SOC-I.6, SOC-III.4, SOC-III.5.p2, SOC-III.8.p1, SOC-IV.1.p2
#[test]
fn the_singapore_advice_is_shown_under_its_headings() {
    let page = page("soc");
    for id in [
        "SOC-I.3",
        "SOC-I.4",
        "SOC-I.6",
        "SOC-III.4",
        "SOC-III.5.p2",
        "SOC-III.8.p1",
        "SOC-IV.1.p2",
    ] {
        shows(&page, id);
    }
}

#[test]
fn every_clause_of_every_document_is_shown_once() {
    let books = rulebooks_page(&Frame::of_site("")).unwrap();
    for id in shipped_ids() {
        assert!(books.contains(&format!("href=\"/rules/{id}\"")));
        let page = page(id);
        let rules = shipped(id).unwrap();
        let document = rules.about.document.as_str();
        for clause in &catalogue().clauses {
            let count = page
                .matches(&format!("<article id=\"{}\">", clause.id))
                .count();
            let wanted = usize::from(clause.id.document() == document);
            assert_eq!(count, wanted, "{} on the page of {id}", clause.id);
        }
        assert!(page.contains(&text(&rules.about.edition)));
        for heading in &rules.about.sections {
            assert!(page.contains(&text(&heading.title)), "{}", heading.title);
        }
        for row in rules.rows() {
            assert!(page.contains(&text(&row.meaning)), "{}", row.axis.name);
        }
    }
}

/// text of: PAGE-legal-2.a, PAGE-legal-2.b, PAGE-legal-2.c, PAGE-legal-2.d, PAGE-legal-2.e
#[test]
fn the_glossary_explains_the_terms_with_the_clause_that_coined_them() {
    let page = page("europe");
    let glossary = page.split("<h2 id=\"glossary\">").nth(1).unwrap();
    for (term, meaning, clause) in [
        (
            "Friendly disc",
            "A disc of your own colour.",
            "PAGE legal-2.a",
        ),
        (
            "Hostile disc",
            "A disc of your opponent’s colour.",
            "PAGE legal-2.b",
        ),
        ("Neutral square", "An empty square.", "PAGE legal-2.c"),
        (
            "Friendly square",
            "A square that holds a friendly disc.",
            "PAGE legal-2.d",
        ),
        (
            "Hostile square",
            "A square that holds a hostile disc.",
            "PAGE legal-2.e",
        ),
    ] {
        let entry = glossary
            .split("<dt>")
            .find(|entry| entry.starts_with(term))
            .unwrap();
        assert!(entry.contains(meaning) && entry.contains(clause), "{entry}");
    }
}
