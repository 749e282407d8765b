import type { Change } from './record-changes.ts';

/** Describes the changes for a person: breaking ones first, the same change in many places as one line. */
export function describeChanges(changes: readonly Change[]): string {
  const breaking = linesOf(changes.filter((change) => change.breaking));
  const harmless = linesOf(changes.filter((change) => !change.breaking && !change.unclear));
  const unclear = linesOf(changes.filter((change) => change.unclear));
  const verdict =
    breaking.length > 0
      ? 'A client written for the contract as it was would fail: take these back, or give them a new major version.'
      : `Nothing ${unclear.length > 0 ? 'else ' : ''}that a client relies on was changed.`;
  const sections = [listOf('Breaking', breaking), listOf('Not breaking', harmless), listOf('For you to judge', unclear)];
  return [...sections, verdict].filter((part) => part !== '').join('\n\n');
}

function listOf(title: string, lines: string[]): string {
  return lines.length === 0 ? '' : `${title} (${lines.length}):\n${lines.map((line) => `  - ${line}`).join('\n')}`;
}

function linesOf(changes: readonly Change[]): string[] {
  const groups = Map.groupBy(changes, ({ property, what }) => (property === '' ? what : `${property}: ${what}`));
  return [...groups].map(([what, same]) => `${what} (${placesOf([...new Set(same.map(({ where }) => where))])})`);
}

function placesOf(places: string[]): string {
  return places.length <= 4 ? places.join('; ') : `${places.slice(0, 3).join('; ')}; and ${places.length - 3} more`;
}
