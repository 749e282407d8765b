import { wrong } from '../make-mistake.ts';
import type { RuleTest } from '../test-rules.ts';

export const untypedNegation: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: {},
    components: { schemas: { Tag: { type: 'string', not: { pattern: '^x' } }, Other: { not: { type: 'string' } } } },
  },
  passes: {
    'a property with the name of the keyword': (d) => {
      d.components.schemas.Tag = { type: 'object', properties: { not: { type: 'string' }, type: { type: 'string' } } };
    },
  },
  finds: {
    'a negation that names the type again': wrong(
      '#/components/schemas/Tag/not/type',
      'string',
      'The `not` of Tag names a type, which makes other tools sample a value of another one.',
    ),
  },
};
