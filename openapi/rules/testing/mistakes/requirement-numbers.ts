import type { Document, RuleTest } from '../test-rules.ts';

const url = (d: Document) => d.components.schemas.Url;

export const requirementNumbers: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: {
      '/create': {
        post: {
          operationId: 'createPayment',
          'x-rate-limits': [{ name: 'create', per: 'account', requests: 60, seconds: 60, requirement: 'create-rate' }],
          'x-requirements': [{ id: 'create-rate', text: 'At most 60 invoices a minute.' }],
        },
      },
    },
    components: {
      schemas: {
        Url: {
          maxLength: 2048,
          'x-requirements': [
            { id: 'url-length', keywords: ['maxLength'], text: 'A URL longer than 2048 characters is refused with 422.' },
          ],
        },
      },
    },
  },
  passes: {
    'a limit without figures': (d) => {
      url(d)['x-requirements'][0].text = 'A URL that is too long is refused.';
    },
    'figures of something else': (d) => {
      url(d)['x-requirements'].push({ id: 'other', text: 'It is refused with 422.' });
    },
  },
  finds: {
    'a length that was raised': [
      (d) => {
        url(d).maxLength = 4096;
      },
      '#/components/schemas/Url/x-requirements/0/text',
      "'url-length' says 2048, and maxLength is 4096",
    ],
    'a rate that was lowered': [
      (d) => {
        d.paths['/create'].post['x-rate-limits'][0].requests = 30;
      },
      '#/paths/~1create/post/x-requirements/0/text',
      "'create-rate' says 60, and the limit 'create' is 30",
    ],
  },
};
