import type { ProblemCode } from '../problems/problem-error.ts';

/** A header parameter of an operation. */
export interface HeaderParameter {
  /** As the contract writes it, and as handlers read it. */
  name: string;
  /** The problem to report when its value breaks the contract. */
  problem: { code: ProblemCode; detail: string };
}

/** The problems of the catalogue that are about headers; every header parameter needs an entry. */
const problems: Readonly<Record<string, HeaderParameter['problem']>> = {
  'Idempotency-Key': {
    code: 'idempotency_key_invalid',
    detail: 'Idempotency-Key takes 1 to 255 visible ASCII characters.',
  },
};

/** The parameters of an operation, dereferenced. */
export interface ParameterizedOperation {
  operationId: string;
  parameters?: readonly { name: string; in: string; schema?: { type?: unknown } }[];
}

/**
 * Lists the header parameters of an operation.
 * @throws Error when the operation has a parameter that handlers would not receive, or that has no problem to report
 */
export function headerParametersOf({ operationId, parameters = [] }: ParameterizedOperation): HeaderParameter[] {
  return parameters.map(({ name, in: place, schema }) => {
    const problem = place === 'header' && schema?.type === 'string' ? problems[name] : undefined;
    if (!problem) throw new Error(`The parameter ${name} of ${operationId} is not known to the stubs: see header-parameters.ts.`);
    return { name, problem };
  });
}
