import { isNode, type Node, type Place } from '../reader/json.ts';
import { type Contract, readContract } from '../reader/read-contract.ts';

/** One violation of a rule: its place, and a message that says what is wrong and what to do. */
export interface Finding {
  at: Place;
  message: string;
}

export interface Context {
  /** Options of the rule, as in redocly.yaml. */
  options: Node;
  /** Returns prose, even when it is in a separate file: `description: { $ref: guides/x.md }`. */
  readText(value: unknown): string | undefined;
}

/** The part of Redocly's context that rules use. */
export interface RedoclyContext {
  location: { child(at: Place): { pointer: string } };
  report(problem: { message: string; location: object }): void;
  resolve(value: Node): { node?: unknown };
}

/**
 * Makes a Redocly rule from a function over the complete contract. Redocly's own visitors see a document piece by piece, with
 * references replaced and the keywords next to them lost, but our rules compare places that are far apart.
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
        // A shared component is reached from several operations, but is reported once because it needs one correction.
        const same = `${location.pointer} ${message}`;
        if (!reported.has(same)) report({ message, location });
        reported.add(same);
      }
    },
  });
}
