/** Everything that one server showed. */
export interface Measured {
  /** Of the defect; `none` for the right server. */
  id: string;
  /** Cases of the suite that found something. */
  found: string[];
  milliseconds: number;
  /** True if Schemathesis reported a failure; absent where it was not asked. */
  theirs?: boolean;
}

/** Renders the table of `measured.md`. */
export function renderMeasured(right: Measured, measured: readonly Measured[], cases: number): string {
  const asked = measured.filter(({ theirs }) => theirs !== undefined);
  const ours = measured.filter(({ found }) => found.length > 0);
  const seconds = (measured.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / measured.length / 1000).toFixed(1);
  const theirs = asked.filter((one) => one.theirs);
  const both = asked.filter(({ found }) => found.length > 0);
  const lines = [
    '# Defects found by a contract only',
    '',
    `The suite derived ${cases} cases of \`library.yaml\`, and took ${seconds} s a server on average, on a machine with other work.`,
    '',
    '| | the suite | Schemathesis |',
    '| --- | --- | --- |',
    `| the right server | ${right.found.length === 0 ? 'no finding' : right.found.join(', ')} | ${right.theirs === undefined ? 'not asked' : right.theirs ? 'a failure' : 'no failure'} |`,
    `| all ${measured.length} defects | ${ours.length} found | ${asked.length === measured.length ? `${theirs.length} found` : 'not asked'} |`,
    ...(asked.length > 0 && asked.length < measured.length
      ? [`| ${asked.length} of them | ${both.length} found | ${theirs.length} found |`]
      : []),
    '',
    '| defect | the suite | Schemathesis |',
    '| --- | --- | --- |',
    ...measured.map(
      (one) =>
        `| ${one.id} | ${one.found[0] ?? 'not found'} | ${one.theirs === undefined ? '' : one.theirs ? 'found' : 'not found'} |`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
