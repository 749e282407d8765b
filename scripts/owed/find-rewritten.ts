import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Debt } from './debt.ts';
import { askProgram, root, runProgram } from './run-program.ts';

/** The differences between the current contract and that of the commit where this branch began. */
type Compared = Record<'rewritten' | 'keptClauses' | 'rewrittenClauses' | 'added' | 'goneScopes' | 'sent', string[]> &
  Record<'breaking' | 'narrowed', { name: string; what: string }[]> & { changed: [name: string, events: string[]][] };

interface ListedCase {
  id: string;
  requirement: string;
  covers?: string[];
  ofForm?: boolean;
  coversForm?: boolean;
  proves?: string[];
  tries: string[];
  file: string;
}

/**
 * Lists what is left to do after a change of the contract: for broken clients, new fields, stored rows that may be invalid, and
 * requirements that are changed or may not be fully tested. Leaves out what a changeset settles by naming it.
 */
export async function findRewritten(branch: Branch | undefined): Promise<Debt[]> {
  if (!branch?.isChanged) return [];
  const compared = await askProgram<Compared>('openapi/bin/list-rewritten.ts', branch.from);
  const { rewritten, keptClauses, rewrittenClauses, added } = compared;
  const named = new Set(branch.changesets.flatMap((text) => text.match(/[a-z0-9]+(-[a-z0-9]+)+/g) ?? []));
  const words = branch.changesets.join('\n');
  const isUnsaid = ({ name }: { name: string }): boolean => !words.includes(`\`${name}\``);
  const changed = [
    ...compared.breaking.filter(isUnsaid).map(({ name, what }) => ({
      file: 'openapi/openapi.yaml',
      what: `This breaks clients, ${what}. Undo it, put it into a new version of the API, or say in a changeset what clients must do, and name \`${name}\` there (npm run breaking).`,
    })),
    ...compared.changed.flatMap(findUnkept),
    ...compared.narrowed.filter(isUnsaid).map(({ name, what }) => ({
      file: 'packages/server/src/store/migrations.ts',
      what: `Stored rows may violate this, ${what}: a response with such a row would be a 500. Add a step to the migrations of both stores that corrects them, or check in packages/server/src/store/last-release.test.ts that there are none; and name \`${name}\` in a changeset.`,
    })),
    ...(await findConstants(compared.sent, branch.from)),
  ];
  const unread = [...rewritten, ...rewrittenClauses, ...added].filter((id) => !named.has(id.split('/')[0] as string));
  if (unread.length === 0) return changed;
  // If the cases cannot be listed, another check reports that.
  const cases = await askProgram<ListedCase[]>('conformance/bin/conformance.ts', '--list', '--json').catch(() => []);
  const unproven = unread.flatMap((id) => {
    const own = cases.filter(({ requirement, covers = [], tries }) => [requirement, ...covers, ...tries].includes(id));
    const file = own[0] ? `conformance/${own[0].file}` : 'conformance/cases/index.ts';
    const which = own[0] ? ` (${nameSome(own)})` : '';
    const cure = `Make its cases${which} and its faults say the same, and name ${id.split('/')[0]} in a changeset.`;
    if (rewrittenClauses.includes(id)) return [{ file, what: `The clause ${id} has changed. ${cure}` }];
    const kept = keptClauses.includes(id) ? ' Its clauses have not: make them say what it says now.' : '';
    if (rewritten.includes(id)) return [{ file, what: `The requirement ${id} has changed.${kept} ${cure}` }];
    // A case about one cell of the lifecycle proves only what happens in one state, but its requirement may say more.
    const isPart = ({ requirement, ofForm, coversForm, proves = [] }: ListedCase): boolean =>
      ofForm || (requirement === id ? proves.some((fact) => fact.startsWith('cell ')) : coversForm) || false;
    if (own.length === 0 || !own.every(isPart)) return [];
    return [
      {
        file: 'conformance/cases/index.ts',
        what: `The requirement ${id} is new, and its cases${which} look only at the form, or at rows of the lifecycle. If it says more, state that with a fact (openapi/facts.schema.json), or write a case for it; and name ${id} in a changeset.`,
      },
    ];
  });
  return [...changed, ...unproven];
}

/** Finds what the server's code lacks for a new field that events change, even if a changeset names the field. */
function findUnkept([name, events]: [name: string, events: string[]]): Debt[] {
  const word = new RegExp(`\\b${name}\\b`);
  const naming = rooms.flatMap(listSources).filter((file) => word.test(readFileSync(join(root, file), 'utf8')));
  const invoice = 'packages/kit/src/lifecycle/invoice.ts';
  const row = 'packages/server/src/store/invoice-row.ts';
  const isSet = naming.some((file) => file.startsWith('packages/kit/') && !/\/(invoice|describe-invoice)\.ts$/.test(file));
  const todo = [
    { file: invoice, isDone: naming.includes(invoice), how: 'add it to Invoice' },
    { file: row, isDone: naming.includes(row), how: 'add a column for it' },
    {
      file: 'packages/kit/src/lifecycle/decide-receipt.ts',
      isDone: isSet,
      how: 'set it here, or in the handler of the operation that causes the event',
    },
  ];
  return todo.flatMap(({ file, isDone, how }) =>
    isDone ? [] : [{ file, what: `\`${name}\` is new, and ${events.join(' and ')} changes it: ${how}.` }],
  );
}

/** Finds code that uses a constant for a field that requests now contain. Lines that this branch has edited are left out. */
async function findConstants(sent: readonly string[], from: string): Promise<Debt[]> {
  const names = sent.filter((name) => /^\w+$/.test(name));
  if (names.length === 0) return [];
  const { output } = await runProgram('git', 'diff', '--unified=0', from, '--', ...rooms);
  const edited = new Set(output.split('\n').flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : [])));
  const constant = new RegExp(`\\b(${names.join('|')})\\b\\s*[:=]\\s*(['"\`\\d])`);
  return rooms.flatMap(listSources).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const name = edited.has(line) ? undefined : constant.exec(line)?.[1];
        const what = `${name} is a constant here, but each request contains it now. Use the request's value, or say at the end of the line why the constant stays.`;
        return name === undefined ? [] : [{ file, line: index + 1, what }];
      }),
  );
}

function listSources(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /(?<!\.test|\.d)\.ts$/.test(name)).map((name) => `${folder}/${name}`);
}

/** The folders of the server's code. */
const rooms = ['packages/kit/src', 'packages/server/src'];

/** Lists the scopes that the contract had when this branch began, but no longer has. */
export async function findGoneScopes(branch: Branch | undefined): Promise<string[]> {
  if (!branch?.isChanged) return [];
  return (await askProgram<Compared>('openapi/bin/list-rewritten.ts', branch.from)).goneScopes;
}

function nameSome(cases: readonly ListedCase[]): string {
  const names = cases.slice(0, 2).map(({ id }) => id);
  return cases.length <= 2 ? names.join(', ') : `${names.join(', ')} and ${cases.length - 2} more`;
}

/** The state of this branch: whether it changes the contract, and the changesets it adds. */
export interface Branch {
  from: string;
  isChanged: boolean;
  changesets: string[];
}

/** Compares the working tree with the commit where its branch began. Returns undefined outside a repository. */
export async function readBranch(): Promise<Branch | undefined> {
  if ((await runProgram('git', 'rev-parse', '--is-inside-work-tree')).status !== 0) return undefined;
  const began = await runProgram('git', 'merge-base', 'HEAD', 'main');
  const from = began.status === 0 ? began.output.trim() : 'HEAD';
  const { status } = await runProgram('git', 'diff', '--quiet', from, '--', 'openapi/openapi.yaml');
  const added = await runProgram('git', 'diff', '--name-only', '--diff-filter=A', from, '--', '.changeset');
  const loose = await runProgram('git', 'ls-files', '--others', '--exclude-standard', '.changeset');
  const files = `${added.output}\n${loose.output}`.split('\n').filter((file) => file !== '');
  return { from, isChanged: status === 1, changesets: files.map((file) => readFileSync(join(root, file), 'utf8')) };
}

/** Requires a changeset when the contract has changed since this branch began. Outside a repository, requires nothing. */
export function findChangeset(branch: Branch | undefined): Debt[] {
  if (!branch?.isChanged || branch.changesets.length > 0) return [];
  return [{ file: '.changeset/', what: 'The contract has changed, but there is no changeset: run `npm run changeset`.' }];
}
