import { isNode, type Node, type Place } from '../reader/json.ts';
import { type Contract, readContract } from '../reader/read-contract.ts';

/** A violation of a rule: its place, and a message that says what is wrong and what to do. */
export interface Finding {
  at: Place;
  message: string;
}

export interface Context {
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

/** Makes a rule that checks the whole contract. Redocly's visitors get only parts of it, without keywords beside references. */
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
        // Reports a mistake in a component only once, although several operations may refer to the component.
        const same = `${location.pointer} ${message}`;
        if (!reported.has(same)) report({ message, location });
        reported.add(same);
      }
    },
  });
}

/** Checks that a requirement with the given id exists. Ignores an id that is not a string: the rule fact-form reports it. */
export function* checkRequirement({ requirements }: Contract, named: unknown, at: Place): Generator<Finding> {
  if (typeof named === 'string' && !requirements.some(({ id }) => id === named))
    yield { at, message: `No requirement has the id '${named}'. Correct the id, or add the requirement.` };
}
