/** The page's styles: system fonts, one colour for each verdict, light and dark themes, narrow screens, and print. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #16181d);
  --panel: light-dark(#f6f7f9, #1e2128);
  --line: light-dark(#dfe2e8, #343842);
  --text: light-dark(#191c22, #e9ebf0);
  --soft: light-dark(#565b66, #a9afbc);
  --link: light-dark(#1a56c4, #8fb4ff);
  --red: light-dark(#b42318, #ff9c8f);
  --red-soft: light-dark(#fdf0ee, #37201d);
  --amber: light-dark(#8a5300, #ffc76b);
  --amber-soft: light-dark(#fdf5e6, #352a17);
  --green: light-dark(#17713f, #7ddba3);
  --green-soft: light-dark(#eaf6ef, #183023);
  --grey: light-dark(#6b7280, #9aa1ae);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; color: var(--text); background: var(--page); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
header, main, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.5rem; }
a { color: var(--link); }
code, pre { font-family: var(--mono); font-size: 0.8125rem; }
code { overflow-wrap: anywhere; }
.option { white-space: nowrap; }
h1, h2, h3 { line-height: 1.3; text-wrap: balance; }

.error, .fail { --tone: var(--red); --tone-soft: var(--red-soft); }
.warn, .inconclusive { --tone: var(--amber); --tone-soft: var(--amber-soft); }
.pass { --tone: var(--green); --tone-soft: var(--green-soft); }
.skipped, .partly-tried, .not-supported { --tone: var(--grey); --tone-soft: var(--panel); }

.top { padding-top: 3rem; padding-bottom: 1.5rem; }
.top .kind { margin: 0 0 0.75rem; color: var(--soft); font-size: 0.9375rem; }
.top .kind span { color: var(--tone); font-weight: 600; }
.top .kind span::before { content: "/"; margin: 0 0.4rem; color: var(--line); font-weight: 400; }
.top h1 { margin: 0; font-size: clamp(1.5rem, 1rem + 2.4vw, 2.25rem); font-weight: 650; letter-spacing: -0.015em; }
.top .subject { color: var(--tone); overflow-wrap: anywhere; }
.reason { margin: 0.75rem 0 0; max-width: 46rem; color: var(--soft); }
.bar { display: flex; gap: 2px; height: 0.625rem; margin-top: 1.75rem; border-radius: 99px; overflow: hidden; }
.bar .not-supported { background: repeating-linear-gradient(-45deg, var(--line) 0 3px, transparent 3px 6px); }
.bar i { min-width: 0.5rem; background: var(--tone); print-color-adjust: exact; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 0.75rem 0 0; padding: 0; list-style: none; font-size: 0.9375rem; }
.legend a { color: inherit; text-decoration: none; }
.legend a:hover { text-decoration: underline; }
.legend b { color: var(--tone); font-variant-numeric: tabular-nums; }

.next { color: var(--text); }
.causes, .crash { margin: 1rem 0 2rem; }
.causes h2, .crash h2 { margin: 0 0 0.5rem; font-size: 1.375rem; letter-spacing: -0.01em; }
.causes h2 small { color: var(--soft); font-size: 1rem; font-weight: 400; }
.causes ol { margin: 0; padding: 0; list-style: none; }
.causes li { display: grid; grid-template-columns: 3rem minmax(0, 1fr); gap: 0.75rem; padding: 0.4rem 0; border-top: 1px solid var(--line); }
.causes b { color: var(--red); text-align: right; font-variant-numeric: tabular-nums; }
.causes li details { display: inline; margin-left: 0.35rem; font-size: 0.875rem; }
.causes li details[open] { display: block; margin-left: 0; }
.causes li a { font: 0.8125rem/1.7 var(--mono); margin-right: 0.5rem; overflow-wrap: anywhere; }
.causes summary, .crash summary, .more > summary { color: var(--link); cursor: pointer; }
.more { margin-top: 0.75rem; }
.more > summary { font-size: 0.9375rem; }
.crash { padding: 1.25rem 1.5rem; background: var(--red-soft); border-radius: 12px; }
.crash p { margin: 0 0 0.5rem; }
.crash summary { color: inherit; overflow-wrap: anywhere; }
.crash .id { color: var(--soft); }
.crash .status { display: inline-block; min-width: 3rem; color: var(--tone); font-weight: 600; }

.tested { margin: 1rem 0 2rem; padding: 1.25rem 1.5rem; background: var(--panel); border: 1px solid var(--line); border-radius: 12px; }
.tested h2 { margin: 0 0 0.75rem; font-size: 1rem; }
.tested dl { margin: 0; }
.tested dl > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0.25rem 1rem; padding: 0.2rem 0; }
dt { color: var(--soft); font-size: 0.9375rem; }
dd { margin: 0; min-width: 0; font-size: 0.9375rem; overflow-wrap: anywhere; }
.hash { color: var(--soft); }

.filter { position: sticky; top: 0; z-index: 1; display: none; flex-wrap: wrap; gap: 0.75rem 1.25rem; align-items: center; padding: 0.75rem 0; background: var(--page); border-bottom: 1px solid var(--line); }
.script .filter { display: flex; }
.filter [type=search] { flex: 1 1 16rem; min-width: 0; padding: 0.5rem 0.85rem; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; font: inherit; font-size: 0.9375rem; }
.verdicts { display: flex; flex-wrap: wrap; gap: 0.35rem; }
.verdicts label { padding: 0.2rem 0.7rem; color: var(--tone); background: var(--tone-soft); border: 1px solid transparent; border-radius: 99px; font-size: 0.875rem; cursor: pointer; user-select: none; }
.verdicts label:has(:not(:checked)) { color: var(--soft); background: none; border-color: var(--line); text-decoration: line-through; }
.verdicts input { position: absolute; opacity: 0; }
.verdicts label:has(:focus-visible), summary:focus-visible, a:focus-visible, button:focus-visible, [type=search]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }

.folds { display: flex; gap: 0.35rem; }
.folds button { padding: 0.2rem 0.7rem; color: var(--link); background: none; border: 1px solid var(--line); border-radius: 8px; font: 0.875rem/1.5 system-ui, sans-serif; cursor: pointer; }

.group { margin: 2.5rem 0; }
.group h2 { display: flex; align-items: center; gap: 0.6rem; margin: 0; font-size: 1.375rem; letter-spacing: -0.01em; }
.group h2 small { color: var(--soft); font-size: 1rem; font-weight: 400; }
.about { margin: 0.25rem 0 1rem; color: var(--soft); }
.list + .fold { margin-top: 0.75rem; }
.id b { font-weight: 600; color: var(--tone); margin-left: 0.5rem; }
.requirement.fail .id b, .requirement.warn .id b { font-family: system-ui, sans-serif; }
.fold > summary { margin-bottom: 0.75rem; color: var(--link); cursor: pointer; }
.mark { flex: none; display: inline-block; width: 0.6rem; height: 0.6rem; background: var(--tone); border-radius: 50%; print-color-adjust: exact; }

.requirement { border: 1px solid var(--line); border-bottom-width: 0; }
.requirement:first-of-type { border-radius: 10px 10px 0 0; }
.requirement:last-of-type { border-bottom-width: 1px; border-radius: 0 0 10px 10px; }
.requirement:first-of-type:last-of-type { border-radius: 10px; }
.requirement > summary { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 0.1rem 0.9rem; padding: 0.8rem 1.1rem; cursor: pointer; list-style: none; }
.requirement > summary::-webkit-details-marker { display: none; }
.requirement > summary:hover { background: var(--panel); }
.requirement:target > summary { background: var(--tone-soft); }
.badge { grid-row: span 2; align-self: start; justify-self: start; padding: 0.05rem 0.6rem; color: var(--tone); background: var(--tone-soft); border-radius: 99px; font-size: 0.8125rem; font-weight: 600; line-height: 1.6; white-space: nowrap; print-color-adjust: exact; }
.text { font-weight: 500; }
.id { color: var(--soft); font: 0.8125rem/1.5 var(--mono); overflow-wrap: anywhere; }
.inside { padding: 0 1.1rem 1.1rem; }
.source { margin: 0 0 0.75rem; color: var(--soft); font-size: 0.875rem; }

.finding { margin: 1rem 0 0; padding: 1rem 1.1rem; background: var(--panel); border-radius: 10px; }
.finding h3 { margin: 0 0 0.75rem; font-size: 1rem; font-weight: 600; }
.finding h3 code { color: var(--soft); font-weight: 400; }
.compare { margin: 0 0 0.75rem; border-left: 3px solid var(--tone); background: var(--page); border-radius: 0 6px 6px 0; print-color-adjust: exact; }
.compare > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 1rem; padding: 0.35rem 0.9rem; }
.compare > div + div { border-top: 1px solid var(--line); }
.compare dd code { white-space: pre-wrap; }
.expected dd { color: var(--green); }
.received dd { color: var(--tone); }

pre { margin: 0; padding: 0.7rem 0.9rem; max-height: 26rem; overflow: auto; background: var(--page); border: 1px solid var(--line); border-radius: 6px; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.shell { position: relative; }
.script .shell { padding-right: 4.5rem; }
.shell button { position: absolute; top: 0.4rem; right: 0.4rem; padding: 0.15rem 0.6rem; color: var(--soft); background: var(--panel); border: 1px solid var(--line); border-radius: 6px; font: 0.8125rem/1.5 system-ui, sans-serif; cursor: pointer; }
.exchanges { margin-top: 0.75rem; }
.exchanges > summary { color: var(--link); font-size: 0.9375rem; cursor: pointer; }
.exchange { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0.5rem; margin-top: 0.75rem; }

.cases { margin: 0.75rem 0 0; padding: 0; list-style: none; font-size: 0.9375rem; }
.cases li { display: grid; grid-template-columns: 0.6rem minmax(0, 1fr); gap: 0.7rem; align-items: baseline; padding: 0.15rem 0; }
.cases .mark { width: 0.5rem; height: 0.5rem; }
.cases code { color: var(--soft); }
.why { display: block; color: var(--soft); font-size: 0.875rem; }
.none { color: var(--soft); }
footer { padding-top: 1rem; padding-bottom: 3rem; color: var(--soft); font-size: 0.875rem; }
[hidden] { display: none !important; }

@media (width < 40rem) {
  header, main, footer { padding-left: 1rem; padding-right: 1rem; }
  .top { padding-top: 1.75rem; }
  .tested, .crash { padding: 1rem; }
  .causes li { grid-template-columns: 2.25rem minmax(0, 1fr); }
  .tested dl > div, .compare > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .tested dl > div { padding: 0.35rem 0; }
  .requirement > summary { grid-template-columns: minmax(0, 1fr); padding: 0.8rem; }
  .badge { grid-row: auto; margin-bottom: 0.25rem; }
  .inside { padding: 0 0.8rem 0.8rem; }
  .finding { margin-inline: -0.3rem; padding: 0.8rem; }
  .filter { position: static; }
}
@media print {
  :root { color-scheme: light; }
  body { font-size: 10pt; }
  header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  .filter, .shell button { display: none !important; }
  .more, .exchanges { display: none; }
  .script .shell { padding-right: 0.9rem; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .fold, .requirement:not(.fail, .warn, .error)::details-content { display: none; }
  pre { max-height: none; }
  .requirement > summary, .compare, h2, h3 { break-inside: avoid; break-after: avoid; }
  .requirement:not([open]) > summary { break-after: auto; }
}
`;
