import { wrong } from '../make-mistake.ts';
import type { RuleTest } from '../test-rules.ts';

export const requirementIdsUnique: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: {},
    'x-requirements': [{ id: 'first' }],
    components: {
      schemas: {
        Invoice: {
          'x-requirements': [{ id: 'second' }],
          properties: { cashTag: { $ref: '#/components/schemas/Tag', 'x-requirements': [{ id: 'third' }] } },
        },
        Tag: { type: 'string' },
      },
    },
  },
  passes: {
    'an example that shows requirements': (d) => {
      d.components.schemas.Tag.examples = [{ 'x-requirements': [{ id: 'first' }] }];
    },
  },
  finds: {
    'an id used twice in a list': [
      (d) => {
        d['x-requirements'].push({ id: 'first' });
      },
      '#/x-requirements/1/id',
      "'first' is taken by #/x-requirements/0",
    ],
    'an id used in two lists': wrong(
      '#/components/schemas/Invoice/x-requirements/0/id',
      'first',
      "'first' is taken by #/x-requirements/0",
    ),
    'an id used beside a reference': wrong(
      '#/components/schemas/Invoice/properties/cashTag/x-requirements/0/id',
      'second',
      "'second' is taken by #/components/schemas/Invoice/x-requirements/0",
    ),
    'an id used by a field named like a keyword': [
      (d) => {
        d.components.schemas.Invoice.properties.value = { 'x-requirements': [{ id: 'first' }] };
      },
      '#/components/schemas/Invoice/properties/value/x-requirements/0/id',
      "'first' is taken",
    ],
  },
};
