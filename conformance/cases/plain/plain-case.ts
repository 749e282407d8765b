import type { Case } from '../../src/case/case.ts';
import type { Operation } from '../../src/contract/contract.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import type { Call } from '../../src/subject/name-in.ts';
import { acceptedCall, freshValues } from '../../src/subject/plain-calls.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';

export type Judge = (subject: Subject) => Promise<Finding[]>;

/** Makes a case about an operation of a plain document. Calls `judge` after the deployment has accepted the operation once. */
export function plainCase(
  operation: Operation,
  [id, title, requirement]: [id: string, title: string, requirement: string],
  judge: Judge,
  others: Partial<Case> = {},
): Case {
  const { slug, method, path } = operation;
  return {
    id: `${slug}/${id}`,
    title: `${method} ${path} ${title}`,
    requirement,
    operations: [slug],
    ...others,
    async run({ subject }) {
      await acceptedCall(subject, operation);
      return judge(subject);
    },
  };
}

/** Calls an operation again, with changes to its values. Makes a new object for the call if the operation changes objects. */
export async function callFresh(subject: Subject, operation: Operation, changes: Inputs = {}): Promise<Call> {
  const fresh = Object.entries(await freshValues(subject, operation));
  // Leaves out keys such as `prices/*/sku` if `changes` has the list: they would overwrite the ids in it.
  const kept = fresh.filter(([key]) => !Object.keys(changes).some((name) => key.startsWith(`${name}/`)));
  const values = { ...Object.fromEntries(kept), ...changes };
  return { values, exchange: await subject.send(requestFor(operation, values)) };
}
