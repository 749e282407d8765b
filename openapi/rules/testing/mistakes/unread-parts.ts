import { factContract } from '../base-contracts.ts';
import { baseOf, type Document, put, type RuleTest, wrong } from '../make-mistake.ts';

const at = '#/components/schemas/Invoice/properties';
const properties = (d: Document) => d.components.schemas.Invoice.properties;

const idleKeywords: RuleTest = {
  base: baseOf({
    paths: {
      '/list': {
        get: {
          parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer', minimum: 1, maximum: 9 } }],
        },
      },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Invoice: {
          type: 'object',
          required: ['url'],
          properties: {
            url: { type: ['string', 'null'], format: 'uri', maxLength: 9 },
            amount: { type: 'number', multipleOf: 0.01, format: 'double' },
            lines: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: 1 },
          },
        },
      },
    },
  }),
  passes: {
    'a keyword of one of the types': (d) => {
      properties(d).amount.type = ['number', 'string'];
      properties(d).amount.maxLength = 9;
    },
    'keywords without a type': put(`${at}/url`, { not: { pattern: '^x' }, minLength: 1 }),
    'a field with the name of a keyword': put(`${at}/pattern`, { type: 'boolean' }),
    'a format in an example': put('#/components/schemas/Invoice/examples', [{ type: 'string', format: 'of mine' }]),
  },
  finds: {
    'a format that is misspelt': wrong(`${at}/url/format`, 'url-of-mine', 'Validators do not know the format url-of-mine'),
    'one in a query': wrong('#/paths/~1list/get/parameters/0/schema/format', 'int23', 'Validators do not know the format int23'),
    'a length of numbers': wrong(`${at}/amount/maxLength`, 9, '`maxLength` has no effect on the type number'),
    'a bound of texts': wrong(`${at}/lines/items/minimum`, 1, '`minimum` has no effect on the type string'),
    'fields of a list': wrong(`${at}/lines/required`, ['name'], '`required` has no effect on the type array'),
    'steps of nothing': wrong(`${at}/amount/multipleOf`, 0, '`multipleOf` is 0'),
    'bounds the wrong way round': wrong(
      `${at}/lines/minItems`,
      2,
      '`minItems` 2 is greater than `maxItems` 1, so no value is valid',
    ),
  },
};

const base = structuredClone(factContract);
base.components.securitySchemes.bearer.scheme = 'bearer';
const servers = [{ url: 'https://read.example' }];
const cancelAt = '#/paths/~1cancel';

const unreadParts: RuleTest = {
  base,
  passes: {
    'prose in a file of its own': put('#/info/description', { $ref: './guides/amounts.md' }),
    'a key in a header, before the bearer token': (d) => {
      const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
      d.components.securitySchemes = { key, ...d.components.securitySchemes };
    },
    'no webhooks': put('#/webhooks', {}),
  },
  finds: {
    'a second kind of token': wrong(
      '#/components/securitySchemes/admin',
      { type: 'http', scheme: 'bearer' },
      'admin is a second scheme with bearer tokens, and nothing distinguishes its tokens from those of the first',
    ),
    'a key in a cookie': wrong(
      '#/components/securitySchemes/key',
      { type: 'apiKey', in: 'cookie', name: 'key' },
      'The security scheme key is neither a bearer token nor a key in a header',
    ),
    'another scheme of HTTP': [
      put('#/components/securitySchemes/bearer/scheme', 'basic'),
      '#/components/securitySchemes/bearer',
      'is neither a bearer token nor a key in a header',
    ],
    webhooks: wrong('#/webhooks', { changed: { post: {} } }, 'Webhooks are not supported'),
    'servers of a path': wrong(
      `${cancelAt}/servers`,
      servers,
      '/cancel has its own servers, but every program here uses one base URL',
    ),
    'servers of an operation': wrong(
      `${cancelAt}/post/servers`,
      servers,
      'cancelPayment has its own servers, but every program here uses one base URL',
    ),
    'a link to no operation': [
      put(`${cancelAt}/post/responses/200/links`, { again: { operationId: 'nothing' } }),
      `${cancelAt}/post/responses/200/links/again/operationId`,
      'The link again leads to nothing, which is not an operation',
    ],
    'an example that lies elsewhere': [
      put('#/components/examples', { paid: { externalValue: 'https://read.example/paid.json' } }),
      '#/components/examples/paid/externalValue',
      'The example paid is in another place, from which no program here fetches it',
    ],
    'a schema in another file': [
      put(`${at}/id`, { $ref: './id.yaml' }),
      '#/components/schemas/Invoice/properties/id/$ref',
      './id.yaml is not a place in this document, and no program here reads another one',
    ],
    'a schema by its anchor': [
      put(`${at}/id`, { $ref: '#id' }),
      '#/components/schemas/Invoice/properties/id/$ref',
      '#id is not a place in this document, and no program here reads another one',
    ],
    'a second success': wrong(`${cancelAt}/post/responses/202`, { description: 'Later.' }, 'cancelPayment documents 2 successes'),
    'a token that may be left out': [
      (d) => d.paths['/cancel'].post.security.push({}),
      `${cancelAt}/post/security`,
      'cancelPayment can be called without credentials',
    ],
  },
};

export const unreadPartMistakes: Readonly<Record<string, RuleTest>> = {
  'idle-keywords': idleKeywords,
  'unread-parts': unreadParts,
};
