import type { PlannedCase } from '../case/case.ts';
import type { Contract } from '../contract/contract.ts';

/** Lists the features that cases ask for and the contract does not have: nobody could claim them, and the cases would never run. */
export function listUnknownFeatures({ features }: Contract, planned: readonly PlannedCase[]): string[] {
  const asked = new Map<string, PlannedCase>();
  for (const one of planned.toReversed()) for (const name of one.features ?? []) asked.set(name, one);
  return [...asked].flatMap(([name, { id, file }]) =>
    features.has(name)
      ? []
      : [
          `The case ${id} asks for the feature ${name}, which the contract does not have: name another, or none. (conformance/${file})`,
        ],
  );
}

/** Lists what the contract says that nobody can try, and cases try: one of the two is wrong, and which one only a person can tell. */
export function listContradicted({ requirements, problems, lifecycle }: Contract, planned: readonly PlannedCase[]): string[] {
  const say = (what: string, word: string, tries: (one: PlannedCase) => boolean): string[] => {
    const [first, ...others] = planned.filter(tries);
    if (!first) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return [
      `${what} says \`${word}\`, and ${first.id}${more} tries it: take the word out, or the case. (conformance/${first.file})`,
    ];
  };
  return [
    ...[...requirements.values()].flatMap(({ id, untestable }) =>
      untestable === undefined ? [] : say(`The requirement ${id}`, 'untestable', ({ requirement }) => requirement === id),
    ),
    ...[...problems].flatMap(([code, { untestable }]) =>
      untestable === undefined ? [] : say(`The problem ${code}`, 'untestable', ({ problem }) => problem === code),
    ),
    ...lifecycle.transitions.flatMap(({ event, from, untested }) =>
      untested === undefined
        ? []
        : from.flatMap((state) =>
            say(`${event} in ${state}`, 'untested', ({ proves = [] }) => proves.includes(`cell ${event} in ${state}`)),
          ),
    ),
  ];
}
