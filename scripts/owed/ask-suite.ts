import type { Debt } from './debt.ts';
import { askProgram } from './run-program.ts';

/** The gaps that `conformance --check-plan --json` prints: what no case tests, and cases that do not test their requirement. */
interface Plan {
  requirements: string[];
  cells: string[];
  operations: string[];
  problems: string[];
  echoes: string[];
  clauses: string[];
  idle: string[];
}

/** Lists cases and faults that the suite lacks for this contract. */
export async function askSuite(): Promise<Debt[]> {
  const { requirements, cells, operations, problems, echoes, clauses, idle } = await askProgram<Plan>(
    'conformance/bin/conformance.ts',
    '--check-plan',
    '--json',
  );
  const unproven = await askProgram<string[]>('conformance/bin/check-faults.ts');
  const inCases = (what: string): Debt => ({ file: 'conformance/cases/index.ts', what });
  return [
    ...requirements.map((id) => inCases(`No case covers the requirement ${id}, and it is not marked \`untestable\`.`)),
    ...cells.map((cell) => {
      const isElsewhere = cell.includes(': ');
      return inCases(`No case tries ${cell}${isElsewhere ? '' : ' of the lifecycle, and it is not marked `untested`'}.`);
    }),
    ...operations.map((kind) => fileOf(kind) ?? inCases(`No case tries ${kind}. Write one that names it in \`proves\`.`)),
    ...problems.map((code) =>
      inCases(
        `No case expects the problem ${code}: write one with this \`problem\`, or set \`untestable\` for it in x-problems.`,
      ),
    ),
    ...echoes.map((echo) => inCases(`No case compares the echo ${echo}.`)),
    ...clauses.map((id) => inCases(`No case tries the clause ${id}: add it to \`tries\` of a case that does.`)),
    ...idle.map((id) => inCases(`The case ${id} names no clause of its requirement: add one to its \`tries\`.`)),
    ...unproven.map((id) => ({
      file: 'conformance/faults/index.ts',
      what: `No fault breaks ${id} and no other statement, and none can be derived: write one whose \`breaks\` is '${id}'; otherwise nothing proves that its cases can fail.`,
    })),
  ];
}

/** Splits a sentence of the suite's output into its text and the file to open, which is in parentheses at the end. */
function fileOf(sentence: string): Debt | undefined {
  const [, what = '', file] = /^(.*) \((conformance\/[^)]+)\)$/s.exec(sentence) ?? [];
  return file === undefined ? undefined : { file, what };
}

interface ForeignPlan {
  cases: number;
  requirements: string[];
  /** Requirements whose cases look only at the form of a value. */
  ofForm: string[];
  untried: { pointer: string; reason: string }[];
  next: { place: string; fact: string; buys: string }[];
}

/** Lists what the suite derives from a third-party contract, the requirements that no case tests, and facts to add. */
export async function askSuiteOf(contract: string): Promise<{ debts: Debt[]; words: string[] }> {
  const plan = ['--contract', contract, '--check-plan', '--json'];
  const { cases, requirements, ofForm, untried, next } = await askProgram<ForeignPlan>('conformance/bin/conformance.ts', ...plan);
  return {
    debts: requirements.map((id) => ({
      file: contract,
      what: `No case tries the requirement ${id}: state a fact from which it follows, or mark it \`untestable\` with a reason.`,
    })),
    words: [
      `The suite derives ${cases} cases from it.`,
      ...ofForm.map((id) => `Only the form of what ${id} is about is tried: if it says more, state that with a fact.`),
      ...new Set(untried.map(({ pointer, reason }) => `Not tried: #${pointer}, because ${reason}.`)),
      ...next.map(({ place, fact, buys }) => `${fact} at #${place}: ${buys}.`),
    ],
  };
}
