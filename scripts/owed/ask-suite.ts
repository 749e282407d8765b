import type { Debt } from './debt.ts';
import { askProgram } from './run-program.ts';

/** The plan of the suite, as `conformance --check-plan --json` prints it: what has no case, and what has no fault. */
interface Plan {
  requirements: string[];
  cells: string[];
  operations: string[];
  echoes: string[];
  /** Left out when it takes too long to find. */
  unproven?: string[];
}

/** Lists the cases and the faults that the suite is missing. */
export async function askSuite(): Promise<Debt[]> {
  const {
    requirements,
    cells,
    operations,
    echoes,
    unproven = [],
  } = await askProgram<Plan>('conformance/bin/conformance.ts', '--check-plan', '--json');
  const cases = 'conformance/cases/index.ts';
  return [
    ...requirements.map((id) => ({ file: cases, what: `No case covers the requirement ${id}; nor does it say \`untestable\`.` })),
    ...cells.map((cell) => ({
      file: cases,
      what: `No case covers the cell ${cell} of the lifecycle; nor does it say \`untested\`.`,
    })),
    ...operations.map((kind) => ({ file: cases, what: `No case is derived for ${kind}.` })),
    ...echoes.map((echo) => ({ file: cases, what: `No case compares the echo ${echo}.` })),
    ...unproven.map((id) => ({ file: 'conformance/faults/index.ts', what: `No fault proves that the case ${id} can fail.` })),
  ];
}
