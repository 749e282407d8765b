import { type ApiRequest, headerValues } from './api-exchange.ts';
import type { ProblemCode } from './problem-error.ts';

/** A header parameter of an operation. */
export interface HeaderParameter {
  /** As the contract writes it; also the handler's name for it. */
  name: string;
  /** The problem of one that breaks the contract. */
  problem: { code: ProblemCode; detail: string };
}

/** What the catalogue has for headers; another header parameter needs an entry of its own. */
const problems: Readonly<Record<string, HeaderParameter['problem']>> = {
  'Idempotency-Key': {
    code: 'idempotency_key_invalid',
    detail: 'Idempotency-Key takes 1 to 255 visible ASCII characters.',
  },
};

/** An operation's parameters, dereferenced. */
export interface ParameterizedOperation {
  operationId: string;
  parameters?: readonly { name: string; in: string; schema?: { type?: unknown } }[];
}

/**
 * The header parameters of an operation.
 * @throws Error when the operation has parameters that no handler would be given, or that break without a problem to say so
 */
export function headerParametersOf({ operationId, parameters = [] }: ParameterizedOperation): HeaderParameter[] {
  return parameters.map(({ name, in: place, schema }) => {
    const problem = place === 'header' && schema?.type === 'string' ? problems[name] : undefined;
    if (!problem) throw new Error(`The parameter ${name} of ${operationId} is not known to the stubs: see header-parameters.ts.`);
    return { name, problem };
  });
}

/** The parameters that the request carries. One that is sent twice is the list of both, as any header is (RFC 9110 §5.3). */
export function readHeaderParameters(
  request: Pick<ApiRequest, 'rawHeaders'>,
  parameters: readonly HeaderParameter[],
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name } of parameters) {
    const values = headerValues(request, name.toLowerCase());
    if (values.length > 0) found[name] = values.join(', ');
  }
  return found;
}
