import type { Notes } from './change.ts';
import { isNode, type Node } from './parse-contract.ts';

/** Compares what an operation asks of its caller; each is given with its contract, whose rule holds when it has none. */
export function compareSecurity(before: [Node, Node], after: [Node, Node], notes: Notes): void {
  const [old, now] = [alternativesOf(before), alternativesOf(after)];
  const isEnough = (credentials: string[], alternatives: string[][]) =>
    alternatives.some((alternative) => alternative.every((one) => credentials.includes(one)));
  if (!old.every((credentials) => isEnough(credentials, now)))
    notes.effect('narrower', '', 'credentials that were enough are not');
  if (!now.every((credentials) => isEnough(credentials, old))) notes.effect('wider', '', 'credentials that were not enough are');
}

/** Each way to be let in: what has to be shown for it. An empty list of ways is one that shows nothing. */
function alternativesOf([operation, contract]: [Node, Node]): string[][] {
  const rule = operation.security ?? contract.security;
  if (!Array.isArray(rule) || rule.length === 0) return [[]];
  const components = isNode(contract.components) ? contract.components : {};
  const schemes = isNode(components.securitySchemes) ? components.securitySchemes : {};
  return rule.filter(isNode).map((alternative) =>
    Object.entries(alternative).flatMap(([name, scopes]) => {
      // By what is sent, not by the scheme's name, which no caller sees.
      const { type, scheme, in: place, name: field } = (isNode(schemes[name]) ? schemes[name] : { type: name }) as Node;
      const sent = JSON.stringify([type, scheme, place, field]);
      return [sent, ...(Array.isArray(scopes) ? scopes.map((scope) => `${sent} ${scope}`) : [])];
    }),
  );
}
