import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { toPointer } from '../reader/follow-reference.ts';
import type { Requirement } from '../reader/list-requirements.ts';
import { type Contract, isOfPayments } from '../reader/read-contract.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';
import { favicon, readStyle } from './page-head.ts';

/** Hides the rows that lack one of the typed words. Without the script, the page shows all rows. */
const script = `
document.documentElement.classList.add('script');
const box = document.querySelector('input');
const rows = [...document.querySelectorAll('tbody tr')];
const shown = document.querySelector('output');
function filter() {
  const words = box.value.toLowerCase().split(/\\s+/);
  for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  shown.textContent = rows.filter((row) => !row.hidden).length + ' of ' + rows.length;
}
box.addEventListener('input', filter);
filter();
`;

const ourWords = `
<strong>Core</strong> requirements come from the interface's source document and hold for everyone.
<strong>Extended</strong> ones were decided by this contract; they hold for a deployment that claims their feature.
A source that begins with § is a section of the source document, one that begins with D- a decision.`;

/** The number of cases that are always visible. A longer list is collapsed, because a requirement can have hundreds of cases. */
const shownCases = 3;

const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'";

/** Renders the requirements with their levels, sources and, if known, cases. `docs` is the docs' file name. */
export function requirementsPage(contract: Contract, cases: readonly Case[] | undefined, docs = 'index.html'): string {
  const { requirements, sources } = contract;
  const { info } = contract.document;
  const rows = requirements.map((requirement) => row(requirement, sources, cases));
  const style = readStyle('requirements.css');
  return `<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Requirements – ${escapeHtml(info.title)}</title>
${favicon}
<style>
${style}</style>
</head>
<body>
<nav><a href="${escapeHtml(docs)}">Back to the docs</a></nav>
<main>
<h1>Requirements</h1>
<p>Every statement that the contract, version ${escapeHtml(info.version)}, makes of a deployment.${isOfPayments(contract) ? ourWords : ''}</p>
<ul class="counts">${counts(requirements, cases)}</ul>
<div class="filter"><input type="search" aria-label="Filter" placeholder="Filter: callbacks MUST, D-20, expiresAt …"><output></output></div>
<table>
<thead><tr><th>Requirement</th><th>Level</th><th>What must hold</th><th>Source</th><th>Cases that cover it</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</main>
<script>${script}</script>
</body>
</html>
`;
}

function row(requirement: Requirement, sources: Contract['sources'], cases: readonly Case[] | undefined): string {
  const { id, level, support, feature, text, source, at } = requirement;
  // Points to the object that states the requirement: `at` without `x-requirements` and the index at its end.
  const pointer = toPointer(at.slice(0, -2));
  const explained = source
    .split(', ')
    .flatMap((name) => sources.get(name) ?? sources.get(name.replace(/ rule.*/, '')) ?? [])
    .map((name) => `<span class="soft">${escapeHtml(name)}</span>`);
  return [
    `<tr id="${escapeHtml(id)}"><td><a href="#${escapeHtml(id)}"><code>${escapeHtml(id)}</code></a></td>`,
    `<td><span class="${escapeHtml(level)}">${escapeHtml(level)}</span><span class="soft">${escapeHtml(support)}${feature ? `: ${escapeHtml(feature)}` : ''}</span></td>`,
    `<td>${inlineCode(text)}<span class="soft"><code>openapi.yaml#${escapeHtml(pointer)}</code></span></td>`,
    `<td data-name="Source">${escapeHtml(source)}${explained.join('')}</td>`,
    `<td data-name="Cases">${coverage(id, cases)}</td></tr>`,
  ].join('');
}

/** Renders the cases that cover a requirement: first its own cases with titles, then the ids of other requirements' cases. */
function coverage(id: string, cases: readonly Case[] | undefined): string {
  if (!cases) return '<span class="soft">unknown</span>';
  const own = cases.filter(({ requirement }) => requirement === id);
  const others = cases.filter((one) => one.requirement !== id && coveredBy(one).includes(id));
  const count = own.length + others.length;
  if (count === 0) return '<span class="uncovered">not covered yet</span>';
  const titled = own.map((one) => `<li><code>${escapeHtml(one.id)}</code> ${escapeHtml(one.title)}</li>`).join('');
  const also = own.length > 0 ? 'Also covered by' : 'Covered by';
  const named = others.length > 0 ? `<p>${also} <code>${others.map((one) => escapeHtml(one.id)).join(', ')}</code></p>` : '';
  const list = `${titled && `<ul>${titled}</ul>`}${named}`;
  return count <= shownCases ? list : `<details><summary>${count} cases</summary>${list}</details>`;
}

const coveredBy = ({ requirement, covers = [] }: Case): string[] => [requirement, ...covers];

function counts(requirements: readonly Requirement[], cases: readonly Case[] | undefined): string {
  const count = (matches: (requirement: Requirement) => boolean) => requirements.filter(matches).length;
  const covered = new Set(cases?.flatMap(coveredBy));
  const items = [
    `${requirements.length} requirements`,
    `${count(({ support }) => support === 'core')} core`,
    `${count(({ support }) => support !== 'core')} extended`,
    `${count(({ level }) => level === 'MUST')} MUST`,
    `${count(({ level }) => level === 'SHOULD')} SHOULD`,
    cases
      ? `${count(({ id }) => covered.has(id))} covered by ${cases.length} cases`
      : 'the conformance suite could not be asked for its cases',
  ];
  return items.map((item) => `<li>${item}</li>`).join('');
}

/** A case of the conformance suite, as the suite's command lists it. */
interface Case {
  id: string;
  title: string;
  requirement: string;
  covers?: string[];
}

const command = resolve(import.meta.dirname, '../../conformance/bin/conformance.ts');

/**
 * Lists the suite's cases for a contract. Runs the suite's command, because this package must not import others. If the suite is
 * missing or fails, warns and returns undefined, because docs without cases are still useful.
 */
export function listCases(contract: string): Case[] | undefined {
  if (!existsSync(command)) return undefined;
  // Sets no limit on the size of the output: for a contract with long enums, the list is several megabytes.
  const options = { encoding: 'utf8', timeout: 120_000, maxBuffer: Number.POSITIVE_INFINITY } as const;
  const args = [command, '--list', '--json', '--contract', contract];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, options);
  if (status === 0) return JSON.parse(stdout);
  const reason = error?.message ?? (stderr || stdout).trim();
  process.stderr.write(`The docs name no cases, because the conformance suite did not list them: ${reason}\n`);
  return undefined;
}
