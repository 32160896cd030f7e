//! The packages that are inside the executable: the list of them (CycloneDX) and their licences.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::json;

use crate::dist::failed;
use crate::failure::Failure;
use crate::step;

/// A package that is linked into the executable or helps to build it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Shipped {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    manifest_path: String,
    /// Nothing for the packages of this repository.
    source: Option<String>,
}

#[derive(Deserialize)]
struct Graph {
    packages: Vec<Shipped>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    pkg: String,
    dep_kinds: Vec<EdgeKind>,
}

#[derive(Deserialize)]
struct EdgeKind {
    /// Nothing for an ordinary dependency.
    kind: Option<String>,
}

/// Every package the program needs, development dependencies left out, in the order of their names.
pub(crate) fn shipped(root: &Path) -> Result<Vec<Shipped>, Failure> {
    let advice = "cargo metadata lists the packages";
    let text = step::output(
        step::cargo(root)
            .args(["metadata", "--format-version", "1", "--locked"])
            .args(["--filter-platform", "x86_64-unknown-linux-gnu"]),
        advice,
    )?;
    let graph: Graph = serde_json::from_str(&text)
        .map_err(|error| Failure::Step(format!("cargo metadata: {error}\n{advice}")))?;
    Ok(reachable(&graph))
}

fn reachable(graph: &Graph) -> Vec<Shipped> {
    let edges: BTreeMap<&str, &Node> = graph
        .resolve
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), node))
        .collect();
    let program = graph
        .packages
        .iter()
        .find(|package| package.name == "outflank");
    let mut queue: VecDeque<&str> = program
        .map(|package| package.id.as_str())
        .into_iter()
        .collect();
    let mut found = BTreeSet::new();
    while let Some(id) = queue.pop_front() {
        if !found.insert(id) {
            continue;
        }
        let deps = edges
            .get(id)
            .map(|node| node.deps.as_slice())
            .unwrap_or_default();
        let is_needed = |edge: &&Edge| {
            edge.dep_kinds
                .iter()
                .any(|kind| kind.kind.as_deref() != Some("dev"))
        };
        queue.extend(deps.iter().filter(is_needed).map(|edge| edge.pkg.as_str()));
    }
    let mut shipped: Vec<Shipped> = graph
        .packages
        .iter()
        .filter(|package| found.contains(package.id.as_str()))
        .cloned()
        .collect();
    shipped.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    shipped
}

/// The list of packages in CycloneDX 1.5.
pub(crate) fn sbom(version: &str, packages: &[Shipped]) -> String {
    let component = |package: &Shipped| {
        let purl = format!("pkg:cargo/{}@{}", package.name, package.version);
        let mut component = json!({
            "type": "library", "bom-ref": purl, "name": package.name, "version": package.version, "purl": purl,
        });
        if let Some(licence) = &package.license {
            component["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
        }
        component
    };
    let others = packages.iter().filter(|package| package.source.is_some());
    let bom = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application", "bom-ref": "outflank", "name": "outflank", "version": version,
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        }},
        "components": others.map(component).collect::<Vec<_>>(),
    });
    format!("{bom:#}\n")
}

/// The licence texts of all packages of others; packages with the same text are listed together above it.
pub(crate) fn licences(packages: &[Shipped]) -> Result<String, Failure> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut list =
        String::from("Outflank is made with the packages below. Their licences follow.\n\n");
    for package in packages.iter().filter(|package| package.source.is_some()) {
        let licence = package.license.as_deref().unwrap_or("see its text");
        let title = format!("{} {}", package.name, package.version);
        list.push_str(&format!("{title}: {licence}\n"));
        let folder = Path::new(&package.manifest_path)
            .parent()
            .unwrap_or(Path::new("."));
        for text in licence_files(folder).map_err(|error| failed(&error))? {
            texts.entry(text).or_default().push(title.clone());
        }
    }
    let mut sections: Vec<(Vec<String>, String)> = texts
        .into_iter()
        .map(|(text, names)| (names, text))
        .collect();
    sections.sort();
    for (mut names, text) in sections {
        names.dedup();
        list.push_str(&format!(
            "\n{}\n{}\n\n{}\n",
            "-".repeat(80),
            names.join(", "),
            text.trim()
        ));
    }
    Ok(list)
}

fn licence_files(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    let is_licence = |name: &str| {
        ["LICENSE", "LICENCE", "COPYING", "NOTICE"]
            .iter()
            .any(|word| name.starts_with(word))
    };
    Ok(paths
        .into_iter()
        .filter(|path| path.is_file())
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| is_licence(&name.to_string_lossy().to_uppercase()))
        })
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph() -> Graph {
        let package = |name: &str, source: Option<&str>| {
            json!({"id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0",
                   "manifest_path": format!("/nowhere/{name}/Cargo.toml"), "source": source})
        };
        let edge = |to: &str, kind: Option<&str>| json!({"pkg": to, "dep_kinds": [{"kind": kind}]});
        let graph = json!({
            "packages": [package("outflank", None), package("used", Some("registry")),
                         package("tested", Some("registry")), package("builder", Some("registry"))],
            "resolve": {"nodes": [
                {"id": "outflank", "deps": [edge("used", None), edge("tested", Some("dev"))]},
                {"id": "used", "deps": [edge("builder", Some("build"))]},
                {"id": "tested", "deps": []}, {"id": "builder", "deps": []},
            ]},
        });
        serde_json::from_value(graph).expect("a graph")
    }

    #[test]
    fn development_dependencies_are_not_shipped() {
        let names: Vec<String> = reachable(&graph())
            .into_iter()
            .map(|package| package.name)
            .collect();
        assert_eq!(names, ["builder", "outflank", "used"]);
    }

    #[test]
    fn the_sbom_lists_the_packages_of_others() {
        let text = sbom("9.9.9", &reachable(&graph()));
        let bom: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(bom["components"].as_array().map(Vec::len), Some(2));
        assert_eq!(bom["components"][1]["purl"], "pkg:cargo/used@1.0.0");
        assert_eq!(
            bom["components"][1]["licenses"][0]["expression"],
            "MIT OR Apache-2.0"
        );
        assert_eq!(bom["metadata"]["component"]["version"], "9.9.9");
    }
}
