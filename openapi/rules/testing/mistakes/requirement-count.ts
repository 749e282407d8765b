import type { RuleTest } from '../test-rules.ts';

const base = {
  openapi: '3.1.0',
  info: { title: 'Base', version: '1.0.0' },
  paths: {},
  'x-requirements': [{ id: 'first' }],
  components: { schemas: { Tag: { type: 'string', 'x-requirements': [{ id: 'second' }] } } },
};

export const requirementCount: RuleTest = {
  options: { minimum: 2 },
  base,
  passes: {
    'more than are expected': (d) => {
      d['x-requirements'].push({ id: 'third' });
    },
  },
  finds: {
    'fewer than are expected': [
      (d) => {
        delete d.components.schemas.Tag['x-requirements'];
      },
      '#/',
      'holds 1 requirements, at least 2 are expected',
    ],
  },
};
