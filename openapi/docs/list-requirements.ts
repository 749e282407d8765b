import { members } from './document.ts';

/** A normative statement of the contract, and where it stands. */
export interface Requirement {
  id: string;
  level: string;
  support: string;
  feature?: string;
  text: string;
  source: string;
  /** JSON pointer to what it is said of; empty for the whole contract. */
  pointer: string;
}

/** Every entry of every `x-requirements`, in the contract's order; what is said of a whole comes before what is said of its parts. */
export function listRequirements(value: unknown, pointer = ''): Requirement[] {
  // Bundling moves the contract's own to its end.
  const first = members(value).toSorted(([a], [b]) => Number(b === 'x-requirements') - Number(a === 'x-requirements'));
  return first.flatMap(([name, member]) => {
    if (name === 'x-requirements' && Array.isArray(member)) return member.map((entry) => ({ ...entry, pointer }));
    // Values of examples are data: what looks like a requirement in one is none.
    if (name === 'example' || name === 'examples') return [];
    return listRequirements(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  });
}
