import { factContract } from '../fact-contract.ts';
import type { RuleTest } from '../test-rules.ts';

const base = structuredClone(factContract);
base.components.securitySchemes.bearer.scheme = 'bearer';
const servers = [{ url: 'https://read.example' }];
const cancelAt = '#/paths/~1cancel';

export const unreadParts: RuleTest = {
  base,
  passes: {
    'prose in a file of its own': (d) => {
      d.info.description = { $ref: './guides/amounts.md' };
    },
    'a key in a header, before the bearer token': (d) => {
      const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
      d.components.securitySchemes = { key, ...d.components.securitySchemes };
    },
    'no webhooks': (d) => {
      d.webhooks = {};
    },
  },
  finds: {
    'a second kind of token': [
      (d) => {
        d.components.securitySchemes.admin = { type: 'http', scheme: 'bearer' };
      },
      '#/components/securitySchemes/admin',
      'admin is a second scheme of bearer tokens',
    ],
    'a key in a cookie': [
      (d) => {
        d.components.securitySchemes.key = { type: 'apiKey', in: 'cookie', name: 'key' };
      },
      '#/components/securitySchemes/key',
      'The security scheme key is neither a bearer token nor a key in a header',
    ],
    'another scheme of HTTP': [
      (d) => {
        d.components.securitySchemes.bearer.scheme = 'basic';
      },
      '#/components/securitySchemes/bearer',
      'is neither a bearer token nor a key in a header',
    ],
    webhooks: [
      (d) => {
        d.webhooks = { changed: { post: {} } };
      },
      '#/webhooks',
      'Nothing here reads webhooks.',
    ],
    'servers of a path': [
      (d) => {
        d.paths['/cancel'].servers = servers;
      },
      `${cancelAt}/servers`,
      '/cancel has servers of its own',
    ],
    'servers of an operation': [
      (d) => {
        d.paths['/cancel'].post.servers = servers;
      },
      `${cancelAt}/post/servers`,
      'cancelPayment has servers of its own',
    ],
    'a link to no operation': [
      (d) => {
        d.paths['/cancel'].post.responses['200'].links = { again: { operationId: 'nothing' } };
      },
      `${cancelAt}/post/responses/200/links/again/operationId`,
      'The link again leads to nothing, which is no operation.',
    ],
    'an example that lies elsewhere': [
      (d) => {
        d.components.examples = { paid: { externalValue: 'https://read.example/paid.json' } };
      },
      '#/components/examples/paid/externalValue',
      'The example paid lies elsewhere, and nothing here fetches it.',
    ],
    'a schema in another file': [
      (d) => {
        d.components.schemas.Invoice.properties.id = { $ref: './id.yaml' };
      },
      '#/components/schemas/Invoice/properties/id/$ref',
      './id.yaml is no place of this document',
    ],
    'a schema by its anchor': [
      (d) => {
        d.components.schemas.Invoice.properties.id = { $ref: '#id' };
      },
      '#/components/schemas/Invoice/properties/id/$ref',
      '#id is no place of this document',
    ],
    'a second success': [
      (d) => {
        d.paths['/cancel'].post.responses['202'] = { description: 'Later.' };
      },
      `${cancelAt}/post/responses/202`,
      'cancelPayment documents 2 successes',
    ],
    'a token that may be left out': [
      (d) => {
        d.paths['/cancel'].post.security.push({});
      },
      `${cancelAt}/post/security`,
      'cancelPayment can be called without credentials',
    ],
  },
};
