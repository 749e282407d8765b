import { factContract } from '../base-contracts.ts';
import { baseOf, type Document, makeChoice, missing, put, type RuleTest, remove, wrong } from '../make-mistake.ts';

const createAt = '#/paths/~1create/post';

const bodyForms: RuleTest = {
  base: factContract,
  passes: {
    'a success without a body': put(`${createAt}/responses/200`, { description: 'Done.' }),
    'no body at all': remove(`${createAt}/requestBody`),
    'a problem': put(`${createAt}/responses/422/content`, { 'application/problem+json': { schema: { type: 'object' } } }),
  },
  finds: {
    'an upload': [
      put(`${createAt}/requestBody/content`, { 'multipart/form-data': { schema: { type: 'object' } } }),
      `${createAt}/requestBody/content/multipart~1form-data`,
      'createPayment takes multipart/form-data, but every program here reads and writes only JSON',
    ],
    'a download': [
      (d) => {
        d.components.responses = { Pdf: { content: { 'application/pdf': {} } } };
        d.paths['/create'].post.responses['200'] = { $ref: '#/components/responses/Pdf' };
      },
      '#/components/responses/Pdf/content/application~1pdf',
      'a file by its URL in a field of it',
    ],
    'a list that is sent': [
      put('#/components/schemas/Create/type', 'array'),
      `${createAt}/requestBody/content/application~1json/schema`,
      'createPayment takes a list, but every program here expects an object',
    ],
    'a list that is returned': wrong(
      `${createAt}/responses/200/content/application~1json/schema`,
      { type: 'array', items: { type: 'string' } },
      'createPayment returns a list',
    ),
    'a choice of objects that is sent': [
      (d) => {
        const { Create } = d.components.schemas;
        d.components.schemas.Create = { oneOf: [Create, { type: 'object', properties: { note: { type: 'string' } } }] };
      },
      `${createAt}/requestBody/content/application~1json/schema`,
      'createPayment takes a body that is made with oneOf, but server, client and suite read the `properties` of one object',
    ],
    'an object that is put together': wrong(
      `${createAt}/responses/200/content/application~1json/schema`,
      { allOf: [{ $ref: '#/components/schemas/Invoice' }] },
      'createPayment returns a body that is made with allOf, but server, client and suite read the `properties` of one object',
    ),
    'a refusal that is no problem': [
      put(`${createAt}/responses/422/content`, { 'application/json': { schema: { type: 'object' } } }),
      `${createAt}/responses/422/content/application~1json`,
      'createPayment refuses with application/json and 422',
    ],
  },
};

const callbacks = (d: Document) => d.paths['/create'].post.callbacks;
const url = '{$request.body#/callbackUrl}';
const callbackAt = `${createAt}/callbacks/changed`;

const callbackParts: RuleTest = {
  base: factContract,
  passes: {
    'a URL in a field of a body that is a choice': makeChoice('Create'),
    'a callback of the components': (d) => {
      d.components.callbacks = { Changed: callbacks(d).changed };
      callbacks(d).changed = { $ref: '#/components/callbacks/Changed' };
    },
  },
  finds: {
    'a second one': [
      (d) => {
        d.paths['/cancel'].post.requestBody = d.paths['/create'].post.requestBody;
        d.paths['/cancel'].post.callbacks = { cancelled: { [url]: { post: {} } } };
      },
      `#/paths/~1cancel/post/callbacks/cancelled/${url.replace('/', '~1')}/post`,
      '{$request.body#/callbackUrl} is a second callback, but server, receivers and suite support only one',
    ],
    'another method': [
      (d) => {
        const item = callbacks(d).changed[url];
        callbacks(d).changed[url] = { put: item.post };
      },
      `${callbackAt}/${url.replace('/', '~1')}/put`,
      '{$request.body#/callbackUrl} is sent with PUT',
    ],
    'a URL in a header': [
      (d) => {
        callbacks(d).changed = { '{$request.header.Callback-Url}': callbacks(d).changed[url] };
      },
      `${callbackAt}/{$request.header.Callback-Url}/post`,
      '{$request.header.Callback-Url} is sent to {$request.header.Callback-Url}, which no program here evaluates',
    ],
    'a URL in a field that nobody sends': [
      (d) => {
        callbacks(d).changed = { '{$request.body#/notifyUrl}': callbacks(d).changed[url] };
      },
      `${callbackAt}/{$request.body#~1notifyUrl}/post`,
      '{$request.body#/notifyUrl} is sent to {$request.body#/notifyUrl}, which no program here evaluates',
    ],
  },
};

const linkBase = structuredClone(factContract);
linkBase.components.links = { Cancel: { operationId: 'cancelPayment', requestBody: { invoiceId: '$response.body#/id' } } };
linkBase.paths['/create'].post.responses['200'].links = { cancel: { $ref: '#/components/links/Cancel' } };
const linkAt = '#/components/links/Cancel/requestBody';

const linkValues: RuleTest = {
  base: linkBase,
  passes: {
    'a field of a body that is a choice': makeChoice('Cancel'),
    'a value of its own': put(`${linkAt}/invoiceId`, 'inv_1'),
    'a parameter': (d) => {
      d.paths['/cancel'].post.parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
      d.components.links.Cancel.parameters = { id: '$response.body#/id', 'path.id': '$response.body#/id' };
    },
    'a link to no operation, which another rule finds': put('#/components/links/Cancel/operationId', 'nothing'),
  },
  finds: {
    'a field that the response does not have': wrong(
      `${linkAt}/invoiceId`,
      '$response.body#/invoiceId',
      'The link cancel takes invoiceId from invoiceId, which is not a field of the response',
    ),
    'a field that the operation does not take': [
      put(linkAt, { id: '$response.body#/id' }),
      `${linkAt}/id`,
      'The link cancel passes id, which cancelPayment does not take',
    ],
    'a parameter that the operation does not take': [
      put('#/components/links/Cancel/parameters', { id: '$response.body#/id' }),
      '#/components/links/Cancel/parameters/id',
      'The link cancel passes id, which cancelPayment does not take',
    ],
  },
};

const operationIdShapeBase = baseOf({
  paths: {
    '/create': {
      post: {
        operationId: 'createPayment',
        callbacks: { changed: { '{$request.body#/url}': { post: { operationId: 'receiveInvoiceEvent' } } } },
      },
    },
    '/fetch': { post: { operationId: 'fetchPayment' } },
  },
});

const operationIdShape: RuleTest = {
  options: { verbs: ['create', 'fetch', 'receive'] },
  base: operationIdShapeBase,
  finds: {
    'a name in snake_case': wrong(
      `${createAt}/operationId`,
      'create_payment',
      "The operationId 'create_payment' is not a verb and a noun in camelCase",
    ),
    'a verb without a noun': wrong(
      `${createAt}/operationId`,
      'create',
      "The operationId 'create' is not a verb and a noun in camelCase",
    ),
    'a name that begins with another word': wrong(
      `${createAt}/operationId`,
      'paymentCreate',
      "The operationId 'paymentCreate' begins with none of the verbs create, fetch, receive",
    ),
    'an operation without a name': missing('#/paths/~1create/post', 'operationId', 'has no operationId'),
    'a name used twice, case aside': [
      put(`${createAt}/operationId`, 'fetchPaymEnt'),
      '#/paths/~1fetch/post/operationId',
      "The operationId 'fetchPayment' is already used by #/paths//create/post, apart from case",
    ],
    "a callback's name": wrong(
      '#/paths/~1create/post/callbacks/changed/{$request.body#~1url}/post/operationId',
      'InvoiceEvent',
      "The operationId 'InvoiceEvent' is not a verb and a noun in camelCase",
    ),
  },
};

export const operationMistakes: Readonly<Record<string, RuleTest>> = {
  'body-forms': bodyForms,
  'callback-parts': callbackParts,
  'link-values': linkValues,
  'operation-id-shape': operationIdShape,
};
