import { entriesOf } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';
import { type Change, recordChanges } from './record-changes.ts';

/** Compares the requirements. If a requirement is removed or made less strict, clients can no longer rely on it. */
export function compareRequirements(before: Contract, after: Contract, changes: Change[]): void {
  const record = recordChanges(changes, 'x-requirements', 'service');
  const [then, now] = [before, after].map(({ requirements }) => new Map(requirements.map((each) => [each.id, each])));
  for (const [id, old] of then ?? []) {
    const still = now?.get(id);
    if (!still) record.breaking(id, 'is gone');
    else if (old.level === 'MUST' && still.level !== 'MUST') record.breaking(id, `was MUST, is ${still.level}`);
    else if (old.support === 'core' && still.support !== 'core') record.breaking(id, `was core, is ${still.support}`);
    else if (old.level !== still.level) record.harmless(id, `was ${old.level}, is ${still.level}`);
    else if (old.support === 'extended' && still.support === 'core') record.harmless(id, 'was extended, is core');
    // If a requirement moved to another feature, a deployment that claims only the old feature no longer has to meet it.
    const moved = still?.support === old.support && still.features.some((feature) => !old.features.includes(feature));
    if (moved) record.breaking(id, `was of the feature ${old.features.join(', ')}, is of ${still.features.join(', ')}`);
    if (still && still.text !== old.text) record.unclear(id, `said "${old.text}", says "${still.text}"`);
  }
  for (const id of now?.keys() ?? []) if (!then?.has(id)) record.harmless(id, 'is new');
}

/** Lists the ids of new requirements. Leaves out those with `about` or `keywords`, which say exactly what cases must test. */
export function listAdded(before: Contract, after: Contract): string[] {
  const known = new Set(before.requirements.map(({ id }) => id));
  return after.requirements.flatMap(({ id, node }) => (known.has(id) || node.about || node.keywords ? [] : [id]));
}

/** Lists the ids of requirements whose texts differ in more than numbers; the linter compares the numbers with the facts. */
export function listRewritten(before: Contract, after: Contract): string[] {
  const then = new Map(before.requirements.map(({ id, text }) => [id, wordsOf(text)]));
  return after.requirements.flatMap(({ id, text }) => (then.has(id) && then.get(id) !== wordsOf(text) ? [id] : []));
}

const wordsOf = (text: string): string => text.replaceAll(/\d+(\.\d+)*/g, '0');

/** Lists rewritten requirements whose clauses stayed the same. The clauses may no longer match the text. */
export function listKeptClauses(before: Contract, after: Contract): string[] {
  const rewritten = new Set(listRewritten(before, after));
  const then = new Map(before.requirements.map(({ id, node }) => [id, JSON.stringify(node.clauses)]));
  return after.requirements.flatMap(({ id, node }) =>
    node.clauses !== undefined && rewritten.has(id) && then.get(id) === JSON.stringify(node.clauses) ? [id] : [],
  );
}

/** Lists the clauses whose texts differ in more than numbers, as `requirement/clause`. */
export function listRewrittenClauses(before: Contract, after: Contract): string[] {
  const clausesOf = ({ requirements }: Contract): [string, string][] =>
    requirements.flatMap(({ id, node }) =>
      entriesOf(node.clauses).map(([name, says]): [string, string] => [`${id}/${name}`, wordsOf(String(says))]),
    );
  const then = new Map(clausesOf(before));
  return clausesOf(after).flatMap(([id, says]) => (then.has(id) && then.get(id) !== says ? [id] : []));
}
