import { itemsOf } from '../reader/json.ts';
import { defineRule } from './define-rule.ts';

/**
 * Every operation, callbacks included, is named by a verb and a noun in camelCase, and no two share a name.
 * Option `verbs`: the verbs in use, so that one kind of action keeps one word.
 */
export const operationIdShape = defineRule(function* ({ operations }, { options }) {
  const verbs = itemsOf(options.verbs);
  if (verbs.length === 0) {
    yield { at: [], message: 'operation-id-shape has no verbs to go by. List them as `verbs` in openapi/redocly.yaml.' };
    return;
  }
  /** The place of each name, in lower case: files and folders bear these names, and some disks ignore case. */
  const seen = new Map();
  for (const { node, at } of [...operations, ...operations.flatMap(({ callbacks }) => callbacks)]) {
    const id = node.operationId;
    const where = [...at, 'operationId'];
    if (typeof id !== 'string') {
      yield { at, message: 'The operation has no operationId. Name it by a verb and a noun: `createPayment`.' };
      continue;
    }
    const [, verb] = /^([a-z]+)(?:[A-Z][a-z0-9]+)+$/.exec(id) ?? [];
    if (verb === undefined) {
      yield { at: where, message: `operationId '${id}' is no verb and noun in camelCase. Write it like \`createPayment\`.` };
    } else if (!verbs.includes(verb)) {
      yield {
        at: where,
        message: `operationId '${id}' begins with no verb in use (${verbs.join(', ')}). Use one, or add '${verb}' to \`verbs\` in openapi/redocly.yaml.`,
      };
    }
    const first = seen.get(id.toLowerCase());
    if (first !== undefined)
      yield { at: where, message: `operationId '${id}' is taken by ${first}, case aside. Give this one another name.` };
    else seen.set(id.toLowerCase(), `#/${at.join('/')}`);
  }
});
