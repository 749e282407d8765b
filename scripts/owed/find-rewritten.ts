import type { Debt } from './debt.ts';
import type { Branch } from './read-branch.ts';
import { askProgram } from './run-program.ts';

/** The contract compared with where this branch began. */
type Compared = Record<'rewritten' | 'added' | 'goneScopes', string[]>;

interface ListedCase {
  id: string;
  requirement: string;
  covers?: string[];
  ofForm?: boolean;
  file: string;
}

/**
 * Lists the requirements that no program can compare with their cases: those that say something else than where this branch began,
 * and new ones whose cases look only at the form of a part, which may be less than they say. One that a changeset names was looked at.
 */
export async function findRewritten(branch: Branch | undefined): Promise<Debt[]> {
  if (!branch?.isChanged) return [];
  const { rewritten, added } = await askProgram<Compared>('openapi/bin/list-rewritten.ts', branch.from);
  const named = new Set(branch.changesets.flatMap((text) => text.match(/[a-z0-9]+(-[a-z0-9]+)+/g) ?? []));
  const unread = [...rewritten, ...added].filter((id) => !named.has(id));
  if (unread.length === 0) return [];
  // A plan that cannot be made is a debt of its own.
  const cases = await askProgram<ListedCase[]>('conformance/bin/conformance.ts', '--list', '--json').catch(() => []);
  return unread.flatMap((id) => {
    const own = cases.filter(({ requirement, covers = [] }) => requirement === id || covers.includes(id));
    const file = own[0] ? `conformance/${own[0].file}` : 'conformance/cases/index.ts';
    const which = own[0] ? ` (${nameSome(own)})` : '';
    if (rewritten.includes(id))
      return [
        {
          file,
          what: `The requirement ${id} says something else now. Make its cases${which} and its faults say the same, and name ${id} in a changeset.`,
        },
      ];
    if (own.length === 0 || own.some(({ ofForm }) => !ofForm)) return [];
    return [
      {
        file: 'conformance/cases/index.ts',
        what: `The requirement ${id} is new, and its cases${which} look only at the form. If it says more, write one for that; and name ${id} in a changeset.`,
      },
    ];
  });
}

/** Lists the scopes that the contract had where this branch began, and has no more. */
export async function findGoneScopes(branch: Branch | undefined): Promise<string[]> {
  if (!branch?.isChanged) return [];
  return (await askProgram<Compared>('openapi/bin/list-rewritten.ts', branch.from)).goneScopes;
}

function nameSome(cases: readonly ListedCase[]): string {
  const names = cases.slice(0, 2).map(({ id }) => id);
  return cases.length <= 2 ? names.join(', ') : `${names.join(', ')} and ${cases.length - 2} more`;
}
