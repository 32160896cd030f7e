// Two small events beside the demo, made over the HTTP API as the owner: a regional whose next pairing is a
// preview, and a championship on its third day. Runs in the browser that takes the pictures; the last argument is
// called with nothing, or with what went wrong.

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

async function make() {
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
}

make().then(() => done(null), (error) => done(String(error)));
