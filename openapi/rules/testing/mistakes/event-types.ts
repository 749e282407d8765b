import { factContract as base } from '../fact-contract.ts';
import { missing, wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const type = (d: Document) => d.components.schemas.Event.properties.type;
const at = '#/components/schemas/Event/properties/type';

export const eventTypes: RuleTest = {
  base,
  passes: {
    'a second callback, which another rule finds': (d) => {
      const { callbacks } = d.paths['/create'].post;
      const [item] = Object.values<Document>(structuredClone(callbacks.changed));
      item.post.requestBody.content['application/json'].schema = { properties: { type: { enum: ['page.opened'] } } };
      callbacks.opened = { '{$request.body#/reference}': item };
    },
  },
  finds: {
    'a type that no transition sends': [
      (d) => {
        d.components.schemas.Status['x-lifecycle'].transitions[0].callback = 'invoice.settled';
        type(d).enum.push('invoice.settled');
      },
      `${at}/enum/0`,
      "No transition sends 'invoice.paid'",
    ],
    'an event that no type names': wrong(
      `${at}/enum`,
      [],
      "Transitions send 'invoice.paid', which the type of an event does not name",
    ),
    'no types': missing(at, 'enum', "Transitions send 'invoice.paid'"),
  },
};
