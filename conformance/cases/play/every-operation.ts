import type { Contract, Operation } from '../../src/contract/contract.ts';
import type { RequestSpec } from '../../src/http/exchange.ts';
import { baselineOf } from '../../src/subject/baseline.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** Returns the operations that every deployment has, whatever features it claims. */
export const everywhere = ({ operations }: Contract): Operation[] => operations.filter(({ feature }) => feature === undefined);

/** Makes, for each operation, a request that it would accept. */
export function everyOperation(subject: Subject): Promise<{ operation: Operation; spec: RequestSpec }[]> {
  return Promise.all(
    everywhere(subject.contract).map(async (operation) => {
      const { body } = await baselineOf(subject, operation);
      return { operation, spec: requestFor(operation, body) };
    }),
  );
}

/** Returns the request with another Authorization header. */
export function authorizedBy(value: string, spec: RequestSpec): RequestSpec {
  return { ...spec, headers: [['Authorization', value], ...spec.headers.filter(([name]) => name !== 'Authorization')] };
}
