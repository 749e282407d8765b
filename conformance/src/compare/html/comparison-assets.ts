/** The style of the comparison, beside that of a report. */
export const comparisonStyle = `
main > section { margin: 2.5rem 0; }
main > section > h2, .steps h2 { margin: 0 0 0.75rem; font-size: 1.375rem; }
h2 small { color: var(--soft); font-size: 1rem; font-weight: 400; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1rem; }
.columns article { padding: 1rem 1.25rem; background: var(--panel); border: 1px solid var(--line); border-top: 4px solid var(--tone); border-radius: 10px; min-width: 0; }
.columns h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
.columns .verdict { margin: 0.15rem 0 0.75rem; color: var(--tone); font-weight: 600; }
.columns dl { margin: 0; }
.columns dl > div { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.75rem; }
.columns dd, .columns dt { font-size: 0.875rem; }
.steps h3 { margin: 1.25rem 0 0.5rem; font-size: 1rem; overflow-wrap: anywhere; }
.changes { margin: 0.35rem 0; }
.changes summary { cursor: pointer; }
.changes b { color: var(--tone); font-variant-numeric: tabular-nums; }
.changes ul { margin: 0.35rem 0 0.75rem; padding: 0; list-style: none; columns: 24rem auto; column-gap: 2rem; }
.changes li { padding: 0.1rem 0; font-size: 0.875rem; break-inside: avoid; overflow-wrap: anywhere; }
.changes li a { font-family: var(--mono); font-size: 0.8125rem; }
.changes li span { color: var(--soft); }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.4rem 0.75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; font-size: 0.875rem; overflow-wrap: anywhere; }
tbody th { min-width: 9rem; font-weight: 400; overflow-wrap: anywhere; }
td { min-width: 5rem; color: var(--tone, var(--soft)); }
.absent { --tone: var(--grey); }
td.fail { background: var(--red-soft); }
.feature th { color: var(--soft); background: var(--panel); font-size: 0.875rem; font-weight: 600; }
.matrix th .why { max-width: 46rem; }
.script .matrix:not(:has(.every:checked)) .alike:not(:target) { display: none; }
.choose { display: none; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 0 0 0.75rem; font-size: 0.875rem; }
.script .choose { display: flex; }
tr:target th { background: var(--panel); }
@media (width < 40rem) {
  th, td { padding: 0.35rem 0.5rem; }
  .matrix th .why { display: none; }
  .matrix thead th { font-size: 0.75rem; }
}
`;

/** The script of the comparison: it only says that there is one, so that the switch is shown. */
export const comparisonScript = `document.documentElement.classList.add('script');`;
