import { encodeHtml } from '../src/text/encode-output.ts';
import { catchesOf, caughtBy, type Matrix, provenBy } from './matrix.ts';

/** Renders the matrix as one self-contained page: faults, variants, cases. */
export function renderMatrix(matrix: Matrix, said: string[]): string {
  const caught = matrix.faults.filter((row) => caughtBy(row).length > 0).length;
  const quiet = matrix.variants.filter(({ hits }) => hits.length === 0).length;
  const catches = catchesOf(matrix);
  const titles = new Map(matrix.faults.map(({ id, title }) => [id, title]));
  const faults = matrix.faults
    .map((row) => {
      const right = new Set(caughtBy(row));
      const hits = [...right].map((id) => `<code>${encodeHtml(id)}</code>`).join(' ');
      const more = row.hits.filter((hit) => !right.has(hit.case));
      const rest =
        more.length > 0
          ? `<details><summary>and ${more.length} more</summary>${codes(more.map((hit) => hit.case))}</details>`
          : '';
      return `<tr id="fault-${row.id}"><td><b>${encodeHtml(row.id)}</b><br>${words(row.title)}</td><td><code>${row.clause ?? row.breaks}</code></td><td>${fold(hits, right.size)}${rest}</td></tr>`;
    })
    .join('\n');
  const variants = matrix.variants
    .map(
      (row) =>
        `<tr><td><b>${encodeHtml(row.id)}</b><br>${words(row.title)}</td><td>${words(row.why ?? '')}</td><td>${row.hits.length === 0 ? 'none' : codes(row.hits.map((hit) => hit.case))}</td></tr>`,
    )
    .join('\n');
  const proven = [...provenBy(matrix)];
  const statements = proven
    .map(
      ([id, by]) =>
        `<tr><td><code>${id}</code></td><td>${fold(codes(by.faults), by.faults.length)}</td><td>${fold(codes(by.cases), by.cases.length)}</td></tr>`,
    )
    .join('\n');
  const sure = proven.filter(([, by]) => by.cases.length > 0).length;
  const twice = proven.filter(([, by]) => by.cases.length > 1).length;
  const cases = matrix.cases
    .map(({ id, requirement }) => {
      const of = catches.get(id) ?? [];
      const links = of
        .map((fault) => `<a href="#fault-${fault}" title="${encodeHtml(titles.get(fault) ?? '')}">${fault}</a>`)
        .join(', ');
      return `<tr><td><code>${encodeHtml(id)}</code></td><td><code>${requirement}</code></td><td>${of.length}</td><td>${fold(links, of.length)}</td></tr>`;
    })
    .join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Detection matrix</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; background: #fff }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #d5dae0 }
code { font-size: .85em; overflow-wrap: anywhere } summary { cursor: pointer } .bad { color: #a40000 }
@media (prefers-color-scheme: dark) { body { color: #dde3ea; background: #15181c } td, th { border-color: #394049 } a { color: #8ab8ff } .bad { color: #ff8f8f } }
</style>
<h1>Detection matrix</h1>
<p><b>${caught} of ${matrix.faults.length}</b> faulty servers are caught by a case that names the requirement they break.
<b>${sure} of ${proven.length}</b> statements of the contract have a fault that a case finds, ${twice} of them by two cases or more.
<b>${quiet} of ${matrix.variants.length}</b> lawful servers give no finding.
<b>${[...catches.values()].filter((of) => of.length > 0).length} of ${matrix.cases.length}</b> cases catch at least one fault.
Contract ${encodeHtml(matrix.contract.version)}, SHA-256 <code>${matrix.contract.sha256.slice(0, 16)}</code>.</p>
${matrix.leftOut.map((sentence) => `<p>${encodeHtml(sentence)}</p>`).join('\n')}
${said.map((sentence) => `<p class="bad">${encodeHtml(sentence)}</p>`).join('\n')}
<h2>Faults</h2>
<table><tr><th>Fault<th>Breaks<th>Caught by</tr>
${faults}
</table>
<h2>Statements</h2>
<table><tr><th>Statement<th>Faults that break it<th>Seen by</tr>
${statements}
</table>
<h2>Variants: lawful, and different</h2>
<table><tr><th>Variant<th>Why it is lawful<th>Findings</tr>
${variants}
</table>
<h2>Cases</h2>
<table><tr><th>Case<th>Requirement<th>Faults<th>Which</tr>
${cases}
</table>
</html>
`;
}

const codes = (ids: string[]): string => ids.map((id) => `<code>${encodeHtml(id)}</code>`).join(' ');

const fold = (html: string, count: number): string =>
  count > 6 ? `<details><summary>${count}</summary>${html}</details>` : html;

const words = (text: string): string => encodeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
