import { isNode, itemsOf, type Node } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import type { Contract } from '../reader/read-contract.ts';
import type { Recorder } from './record-changes.ts';

/** An operation and the contract that it belongs to. */
export interface Owned {
  operation: Operation;
  contract: Contract;
}

/** Compares the credentials that an operation asks for; its contract's rule holds when it has none of its own. */
export function compareSecurity(before: Owned, after: Owned, record: Recorder): void {
  const [old, now] = [alternativesOf(before), alternativesOf(after)];
  const isEnough = (credentials: string[], alternatives: string[][]) =>
    alternatives.some((alternative) => alternative.every((one) => credentials.includes(one)));
  if (!old.every((credentials) => isEnough(credentials, now)))
    record.effect('narrower', '', 'credentials that were enough are not');
  if (!now.every((credentials) => isEnough(credentials, old))) record.effect('wider', '', 'credentials that were not enough are');
}

/** Lists the ways to be let in, each with the credentials it takes. Where none is named, no credentials are a way. */
function alternativesOf({ operation, contract: { document } }: Owned): string[][] {
  const rule = itemsOf(operation.node.security ?? document.security);
  if (rule.length === 0) return [[]];
  const schemes: Node = document.components?.securitySchemes ?? {};
  return rule.filter(isNode).map((alternative) =>
    Object.keys(alternative).map((name) => {
      // Credentials are known by what is sent; no caller sees the scheme's name.
      const { type, scheme, in: place, name: field } = isNode(schemes[name]) ? schemes[name] : { type: name };
      return JSON.stringify([type, scheme, place, field]);
    }),
  );
}
