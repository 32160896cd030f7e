// Small events beside the demo, made over the HTTP API as the owner: a regional whose next pairing is a preview, a
// championship on its third day, one with games under way, and one that was made a minute ago; and the office of a
// federation in the middle of its season. Runs in the browser that takes the pictures; the last argument is called
// with the secret of a player's link, or with what went wrong.

const done = arguments[arguments.length - 1];

const PEOPLE = [
  "Sigrún Ólafsdóttir|ISL|f", "Ngozi Adeyemi|NGR|f", "Chen Yu-Hsuan|TPE|f", "Zeynep Karaca|TUR|f",
  "Trịnh Gia Bảo|VIE|y", "Tevita Fonua|TGA|y", "Lotte Janssens|BEL|f", "Milo Hartogh|LUX|y",
  "Rafe Dunmore|AUS|", "Iker Etxabarri|ESP|", "Anselm Huber|AUT|", "Petar Kolev|BUL|",
  "Luka Marušić|CRO|", "Søren Vestergaard|DEN|", "Rasa Jankūnė|LTU|f", "Mihai Dobrescu|ROU|",
];

let count = 0;
async function post(path, body) {
  const answer = await fetch(`/api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ command_id: `picture-${++count}`, ...body }),
  });
  if (!answer.ok) throw new Error(`${path} ${JSON.stringify(body)}: ${await answer.text()}`);
  return answer.json();
}

async function open(slug, preset, name, more) {
  const creation = { name, first_day: new Date(Date.now() - 2 * 864e5).toISOString().slice(0, 10), ...more };
  await post("tournaments", { tournament: { preset, slug, creation } });
  const act = (act) => post(`tournaments/${slug}/commands`, { act });
  await act({ act: "appoint", official: { name: "Vera Arbiter", post: "head" } });
  for (const [n, person] of PEOPLE.entries()) {
    const [called, country, kind] = person.split("|");
    const entry = { name: called, country, nation: "federation", rating: 1800 - 37 * n, team: country,
      gender: kind === "f" ? "f" : "m", young: kind === "y" };
    const credentials = { membership: "member", citizen: true, residence: { unbroken: 365, in_last_year: 365 } };
    await act({ act: "enter", entry, credentials, late_terms_seen: true,
      allowance: { what: "after_deadline", by: "head", why: "entered on the day" } });
    await act({ act: "check_in", entrant: n + 1 });
  }
  return act;
}

// Plays a round; the earlier in the list mostly wins, and by how much follows from the numbers.
async function play(act, slug, round, all) {
  await act({ act: "propose", round });
  await act({ act: "announce", round, consent: "a small field" });
  await act({ act: "start", round });
  const { tables } = await (await fetch(`/api/v1/tournaments/${slug}/rounds/${round}/pairings`)).json();
  for (const { table, black, white } of all ? tables : tables.slice(0, 3)) {
    const [one, other] = [black.player.id, white.player.id];
    const more = 33 + ((one * 7 + other * 5 + round * 3) % 19);
    const upset = (one * other + round) % 5 === 0;
    const discs = one < other !== upset ? more : 64 - more;
    await act({ act: "enter_result", round, table, source: "slip", signed: [one, other], transcripts: [one, other],
      result: { as: "count", black: discs, white: 64 - discs } });
  }
  if (all) await act({ act: "validate", round });
}

// One who has the choice in a match takes White, by the desk's own form; false when nobody has to choose.
async function choose() {
  const address = "/t/finals/desk/finals";
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const button = page.querySelector("button[name=choice][value=white]");
  if (!button) return false;
  const fields = new URLSearchParams(new FormData(button.form));
  fields.set("choice", "white");
  const answer = await fetch(address, { method: "POST", body: fields });
  if (!answer.ok) throw new Error(`choose ${fields}: ${answer.status}`);
  return true;
}

const DAY = (days) => new Date(Date.now() - days * 864e5).toISOString().slice(0, 10);

// A federation's office: two Regionals with results, one of them corrected, rating lists, a team that is being chosen.
async function office() {
  const founding = { name: "Example Othello Federation", country: "GBR", currency: "GBP" };
  await post("federations", { federation: { rulebook: "bof", slug: "example", founding } });
  const act = (act, by) => post("federations/example/commands", { act, ...(by && { by }) });
  for (const [n, person] of PEOPLE.entries()) {
    const [name, , kind] = person.split("|");
    const dossier = { name, country: "GBR", citizen_of: ["GBR"], gender: kind === "f" ? "f" : "m", wof: 9001 + n,
      wage: n % 3 ? "waged" : "unwaged", ...(n < 3 && { family: "Adeyemi" }),
      stays: n === 1 ? [] : [{ country: "GBR", from: "2020-01-01" }] };
    await act({ act: "add_person", record: "", dossier });
  }
  await act({ act: "add_person", record: "", dossier: { name: "Adeyemi, Ngozi", country: "GBR" } });
  await act({ act: "join", person: 17 });
  await act({ act: "record_decision", decision: { body: "committee", day: DAY(300), text: "All Regionals count this year" } });
  await act({ act: "hold_meeting", day: DAY(200) });
  for (const [event, name, days] of [["spring", "Spring Regional", 150], ["kelp-bay", "Kelp Bay Regional", 100], ["national", "National Championship", 40]]) {
    await act({ act: "announce_event", event, notice: { name, category: event === "national" ? "national" : "regional",
      first_day: DAY(days), country: "GBR", time: 1500000, qualifies: event === "national" } });
    const results = (swap) => {
      const placed = PEOPLE.map((_, n) => ({ person: n + 1, place: n + 1, half_points: 16 - n }));
      const games = [];
      for (let a = 1; a <= 16; a += 1) for (const step of [1, 3, 5]) {
        const b = ((a + step - 1) % 16) + 1;
        games.push({ round: step, black: a, white: b, winner: (a * 5 + b * 3 + step) % 4 < 2 ? "black" : "white" });
      }
      if (swap) games[0].winner = games[0].winner === "black" ? "white" : "black";
      if (swap) [placed[0].person, placed[1].person] = [placed[1].person, placed[0].person];
      return { placed, games, ...(event === "national" && { champion: 1 }) };
    };
    await act({ act: "take_results", event, from: "hand", results: results(false) });
    await act({ act: "publish_list", day: DAY(days - 1) });
    if (event === "kelp-bay") {
      await act({ act: "take_results", event, from: "hand", results: results(true) });
      await act({ act: "publish_list", day: DAY(days - 1) });
    }
  }
  await act({ act: "record_sent", event: "spring", to: "the world federation's list" });
  const year = Number(DAY(0).slice(0, 4)) + 1;
  await act({ act: "plan_season", year: Number(DAY(100).slice(0, 4)), planned: 6, national: "national" });
  await act({ act: "open_selection", year, final_day: `${year}-11-05`, places: 3, women: true, young: true, national: "national",
    season: Number(DAY(100).slice(0, 4)) });
  await act({ act: "offer_place", year, seat: "regular", person: 1 });
  await act({ act: "set_nation", country: "FRA", kind: "federation", contact: "office@example.org" });
}

// A round under way with games at its first tables: one beside a clock page, one that was corrected, one that is over.
async function live() {
  const act = await open("live", "wof/championship", "Live Championship", { system: "swiss", set: [["rounds", "4"]] });
  await act({ act: "propose", round: 1 });
  await act({ act: "announce", round: 1, consent: "a small field" });
  await act({ act: "start", round: 1 });
  const games = [["clock_page", "f5 d6 c3"], ["physical", "f5 d6 c3 d3 c4 f4 f6"], ["one_tap", "f5 f6 e6 f4 e3 c5 c4 e7 b5 e2"]];
  for (const [index, [mode, moves]] of games.entries()) {
    const address = `/t/live/tables/${index + 1}`;
    const opened = await fetch(address, { method: "POST", body: new URLSearchParams({ mode }) });
    const page = new DOMParser().parseFromString(await opened.text(), "text/html");
    const { game } = page.body.dataset;
    if (!game) throw new Error(`${address}: ${opened.status}`);
    const table = (by, act) => post(`games/${game}/commands`, { by, act });
    for (const by of ["black", "white", "judge"]) await table(by, { act: "confirm_ready" });
    await table("white", { act: "press" });
    await table("judge", { act: "enter", moves });
    if (index === 2) {
      await table("black", { act: "resign", player: "black", how: "resigns" });
      await table("black", { act: "sign" });
    }
  }
}

// A round that is played on screen: the form makes the event, and announcing a round opens its games.
async function online() {
  const form = { name: "Net Open", preset: "soc/open", day: DAY(0), slug: "net", on_screen: "1", entry: "", hints: "shown" };
  const made = await fetch("/new", { method: "POST", body: new URLSearchParams(form) });
  if (!made.ok) throw new Error(`/new: ${made.status}`);
  const { id } = await (await fetch("/api/v1/tournaments/net")).json();
  const act = (act) => post("tournaments/net/commands", { act });
  await act({ act: "appoint", official: { name: "Vera Arbiter", post: "head" } });
  for (const person of PEOPLE.slice(0, 8)) await act({ act: "enter", entry: { name: person.split("|")[0] } });
  await act({ act: "propose", round: 1 });
  await act({ act: "announce", round: 1 });
  await act({ act: "start", round: 1 });
  return id;
}

// A player of an event, by her own link.
async function playersLink(tournament) {
  const grant = { role: "player", scope: { tournament, entrant: 1 } };
  const made = await post("access/commands", { act: { act: "make_link", kind: "link", grant } });
  return made.secret;
}

async function make() {
  await office();
  await live();
  const event = await online();
  await post("tournaments", { tournament: { preset: "soc/open", slug: "fresh", creation: { name: "Fresh Open", first_day: DAY(-7) } } });
  const regional = await open("regional", "bof/regional", "Kelp Bay Regional", {});
  for (const round of [1, 2, 3, 4]) await play(regional, "regional", round, true);
  await regional({ act: "propose", round: 5 });

  const finals = await open("finals", "wof/championship", "Aurora Championship",
    { system: "swiss", set: [["rounds", "4"]] });
  for (const round of [1, 2, 3, 4]) await play(finals, "finals", round, true);
  // The semi-finals, and a part of what comes after them.
  for (const [round, all] of [[5, true], [6, true], [7, true], [8, false]]) {
    while (await choose()) count += 1;
    await play(finals, "finals", round, all);
  }
  return playersLink(event);
}

make().then((player) => done({ player }), (error) => done({ problem: String(error) }));
