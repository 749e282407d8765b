import { addSettings } from './add-kinds.ts';
import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { must, stateOperation } from './state-operation.ts';

/** Adds endpoints to which an account's events are sent. An account has at most five, each with a secret that is shown once. */
export const addEndpoints: ChangeContract = (document) => {
  const { components, paths } = document;
  const { schemas, examples } = components;
  document['x-features'].endpoints = 'Events go to endpoints of the account.';
  const code = 'too_many_endpoints';
  const about = { status: 409, title: 'There are too many endpoints' };
  document['x-problems'][code] = { ...about, cause: 'The account has five endpoints.', cure: 'Delete one.' };
  schemas.ProblemCode.enum.push(code);
  examples[code] = { summary: about.title, value: { ...examples.invoice_expired.value, ...about, code } };
  const url = {
    type: 'string',
    format: 'uri',
    maxLength: 200,
    description: 'Its URL.',
    examples: ['https://shop.example/events'],
  };
  const id = '5f0c5c1e-3a54-4a4b-9c1c-1d2e3f405162';
  const properties = (named: string) => ({
    id: {
      ...{ type: 'string', format: 'uuid', description: 'Its id.', examples: [id] },
      'x-requirements': [must(`${named}-id`, '`id` is a UUID.')],
    },
    url: {
      ...{ ...url, 'x-echoes': { operation: 'addEndpoint', property: 'url' } },
      'x-requirements': [must(`${named}-url`, '`url` is what was sent.')],
    },
  });
  schemas.Endpoint = {
    ...{ type: 'object', description: 'An endpoint.', required: ['id', 'url'], properties: properties('endpoint') },
  };
  schemas.AddedEndpoint = {
    ...{ type: 'object', description: 'A new endpoint.', required: ['id', 'url', 'secret'] },
    properties: {
      ...properties('added-endpoint'),
      secret: {
        ...{ type: 'string', pattern: '^whsec_[A-Za-z0-9+/]{43}=$', description: 'Its secret.' },
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
        'x-once': { requirement: 'endpoint-secret-once' },
        'x-requirements': [
          must('endpoint-secret', '`secret` is one that signs events.'),
          must('endpoint-secret-once', '`secret` is another one for each endpoint, and no other response shows it.'),
        ],
      },
    },
  };
  schemas.EndpointList = {
    ...{ type: 'object', description: 'The endpoints.', required: ['endpoints'] },
    properties: {
      endpoints: {
        ...{ type: 'array', description: 'The endpoints.', items: { $ref: '#/components/schemas/Endpoint' }, examples: [[]] },
        'x-requirements': [must('list-endpoints', '`endpoints` is a list.')],
      },
    },
  };
  schemas.AddEndpointRequest = {
    ...{ type: 'object', description: 'An endpoint.', additionalProperties: false, required: ['url'] },
    'x-requirements': [
      must('add-endpoint-unknown', 'A field that is not known is refused.', { keywords: ['additionalProperties'] }),
    ],
    properties: {
      url: {
        ...url,
        'x-requirements': [must('add-endpoint-url', 'A URL of at most 200 characters.', { keywords: ['format', 'maxLength'] })],
      },
    },
  };
  const named = [
    {
      ...{ name: 'endpointId', in: 'path', required: true, description: 'The endpoint.' },
      schema: { type: 'string', format: 'uuid', examples: [id] },
      'x-identifies': '#/components/schemas/Endpoint/properties/id',
    },
  ];
  const { 200: _found, ...refusals } = paths['/api/v1/payments/fetch'].post.responses;
  const { 400: _bad, 413: _large, 415: _type, 404: missing, ...ofList } = refusals;
  const ofPath = { ...ofList, 404: missing };
  const { 404: _missing, ...ofBody } = refusals;
  const full = {
    description: 'There are too many.',
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: { [code]: { $ref: `#/components/examples/${code}` } },
      },
    },
  };
  const gone = (of: string): object[] => [
    must(`${of}-foreign`, 'Another account finds nothing.', { about: 'ownership' }),
    must(`${of}-gone`, 'A deleted endpoint is unknown.', { about: 'unknown-id' }),
  ];
  const feature = 'endpoints';
  const { 422: _wrong, ...ofAll } = ofList;
  const most = { objects: 5, until: 'deleteEndpoint', problem: code, requirement: 'add-endpoint-most' };
  paths['/api/v1/endpoints'] = {
    post: {
      'x-most-at-once': most,
      ...stateOperation(feature, {
        ...{ operationId: 'addEndpoint', named: 'add-endpoint', scope: 'invoices:write', status: '201', shows: 'AddedEndpoint' },
        ...{ takes: ['AddEndpointRequest', { url: 'https://shop.example/events' }], refusals: { ...ofBody, 409: full } },
        requirements: [must('add-endpoint-most', 'An account with five endpoints adds no further one.')],
      }),
    },
    get: {
      'x-pages': { items: 'endpoints' },
      ...stateOperation(feature, {
        ...{ operationId: 'listEndpoints', named: 'list-endpoints', scope: 'invoices:read', shows: 'EndpointList' },
        refusals: ofAll,
        requirements: [
          must('list-endpoints-own', 'All endpoints of the account are listed, and no deleted ones.', { about: 'pages' }),
        ],
      }),
    },
  };
  paths['/api/v1/endpoints/{endpointId}'] = {
    get: stateOperation(feature, {
      ...{ operationId: 'readEndpoint', named: 'read-endpoint', scope: 'invoices:read', shows: 'Endpoint', parameters: named },
      ...{ refusals: ofPath, requirements: gone('read-endpoint') },
    }),
    delete: stateOperation(feature, {
      ...{ operationId: 'deleteEndpoint', named: 'delete-endpoint', scope: 'invoices:write', status: '204', parameters: named },
      ...{ refusals: ofPath, requirements: gone('delete-endpoint') },
    }),
  };
};

/** Adds a language to invoices. If the create request contains none, the account's settings determine it. */
export const addLanguage: ChangeContract = (document) => {
  addSettings(document);
  const { schemas } = document.components;
  const language = { type: 'string', enum: ['en', 'de', 'fr'], examples: ['de'] };
  const about = { description: 'The language.', default: 'en' };
  schemas.Settings.required.push('language');
  schemas.Settings.properties.language = {
    ...{ ...language, description: 'The language.', 'x-echoes': { operation: 'replaceSettings', property: 'language' } },
    'x-requirements': [must('settings-language', 'As sent, or `en`.')],
  };
  schemas.ReplaceSettingsRequest.properties.language = {
    ...{ ...language, ...about },
    'x-requirements': [must('replace-language', 'One of three.', { keywords: ['enum'] })],
  };
  addToBoth(document, 'settings', 'language', language, [must('create-language', 'One of three is taken.')]);
  const of = '#/components/schemas/Settings';
  schemas.CreatePaymentRequest.properties.language['x-default'] = {
    of,
    field: 'language',
    requirement: 'invoice-language-default',
  };
  const shown = schemas.PaymentInvoice.properties.language;
  shown.type = 'string';
  shown['x-requirements'] = [
    must('invoice-language', '`language` is what create was sent.'),
    must('invoice-language-default', 'If create was sent none, `language` is that of the settings at that time.'),
  ];
};
