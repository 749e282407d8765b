import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, isNode, type Node, textOf } from '../reader/json.ts';

export interface Example {
  name: string;
  /** Its `summary`, or else its name. */
  summary: string;
  value: Node[string];
}

export function listExamples(document: Node, body: unknown): Example[] {
  const { examples } = isNode(body) ? body : {};
  return entriesOf(examples).map(([name, reference]) => {
    const { node } = followReference(document, reference, []);
    return { name, summary: textOf(node?.summary) || name, value: node?.value };
  });
}
