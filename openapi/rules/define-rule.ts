import { isNode, type Node, type Place } from '../reader/json.ts';
import { type Contract, readContract } from '../reader/read-contract.ts';

/** A violation of a rule: its place, and a message that says what is wrong and what to do. */
export interface Finding {
  at: Place;
  message: string;
}

export interface Context {
  /** The options of the rule in redocly.yaml. */
  options: Node;
  /** Returns prose of the contract. The prose may be in a separate file: `description: { $ref: guides/x.md }`. */
  readText(value: unknown): string | undefined;
}

/** The part of Redocly's context that rules use. */
export interface RedoclyContext {
  location: { child(at: Place): { pointer: string } };
  report(problem: { message: string; location: object }): void;
  resolve(value: Node): { node?: unknown };
}

/**
 * Makes a Redocly rule from a function that checks the whole contract, because our rules compare places that are far apart.
 * Redocly's own visitors get single parts of the document, with references already replaced and the keywords beside them lost.
 */
export function defineRule(check: (contract: Contract, context: Context) => Iterable<Finding>) {
  return (options: Node | undefined) => ({
    Root(document: Node, { location: root, report, resolve }: RedoclyContext) {
      const readText = (value: unknown) => {
        const text = isNode(value) && typeof value.$ref === 'string' ? resolve(value).node : value;
        return typeof text === 'string' ? text : undefined;
      };
      const reported = new Set<string>();
      for (const { at, message } of check(readContract(document), { options: options ?? {}, readText })) {
        const location = root.child(at);
        // Reports a mistake in a shared component only once, although several operations refer to it, because it needs only one
        // correction.
        const same = `${location.pointer} ${message}`;
        if (!reported.has(same)) report({ message, location });
        reported.add(same);
      }
    },
  });
}
