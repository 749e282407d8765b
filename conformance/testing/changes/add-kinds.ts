import type { ChangeContract } from './change-contract.ts';
import {
  addEvent,
  addProblem,
  closedBody,
  finals,
  invoiceInPath,
  must,
  ofBodies,
  refusal,
  refusalsOf,
  stateOperation,
} from './state-operation.ts';

/** Adds a reference that can be set on open invoices. The request must contain the version that the client has read. */
export const addUpdates: ChangeContract = (document) => {
  const { schemas } = document.components;
  document['x-features'].updates = 'An open invoice can be given a reference.';
  const conflict = { status: 409, title: 'The invoice has another version' };
  addProblem(document, 'version_conflict', conflict, 'It was changed meanwhile.', 'Read it again.');
  const reference = {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 60,
    description: 'A name.',
    examples: ['order 7', null],
  };
  const lengths = { keywords: ['minLength', 'maxLength'] };
  const version = { type: 'integer', minimum: 1, description: 'Counts the updates.', examples: [1] };
  schemas.PaymentInvoice.properties.version = {
    ...{ ...version, 'x-feature': 'updates' },
    'x-requirements': [must('invoice-version', '`version` is another one after each update.', { keywords: ['minimum'] })],
  };
  schemas.PaymentInvoice.properties.reference = {
    ...{ ...reference, 'x-feature': 'updates', 'x-echoes': { operation: 'updatePayment', property: 'reference' } },
    'x-requirements': [must('invoice-reference', '`reference` is what the last update was sent.', lengths)],
  };
  const of = '#/components/schemas/PaymentInvoice';
  const same = { is: 'equal', field: 'version', of, problem: 'version_conflict', requirement: 'update-version' };
  schemas.UpdatePaymentRequest = closedBody('update', 'What to change.', {
    version: {
      ...{ ...version, 'x-relations': [same] },
      'x-requirements': [
        must('update-version', 'Another version is refused with `version_conflict`.', { keywords: ['minimum'] }),
      ],
    },
    reference: { ...reference, 'x-requirements': [must('update-reference', '`reference` is taken, and so is null.', lengths)] },
  });
  const effect = { changes: ['reference', 'version'] };
  addEvent(document, 'updates', { event: 'updated', operation: 'updatePayment', done: 'updated', effect });
  document.paths['/api/v1/payments/{invoiceId}'] = {
    patch: stateOperation('updates', {
      ...{ operationId: 'updatePayment', named: 'update', scope: 'invoices:write', parameters: [invoiceInPath] },
      ...{ takes: ['UpdatePaymentRequest', { version: 1, reference: 'order 7' }], shows: 'PaymentInvoice' },
      requirements: [must('update-foreign', 'Another account finds no invoice.', { about: 'ownership' })],
      refusals: {
        ...refusalsOf(document),
        409: refusal('It cannot be changed.', [...Object.values(finals), 'version_conflict']),
      },
    }),
  };
};

/** Adds comments to invoices, and operations that create, read and delete a comment at a path below the invoice's path. */
export const addComments: ChangeContract = (document) => {
  const { schemas } = document.components;
  document['x-features'].comments = 'An invoice has comments.';
  const text = { type: 'string', minLength: 1, maxLength: 500, description: 'What it says.', examples: ['Paid in cash'] };
  const id = '5f0c5c1e-3a54-4a4b-9c1c-1d2e3f405162';
  const echo = (property: string): object => ({ 'x-echoes': { operation: 'addComment', property } });
  schemas.Comment = {
    ...{ type: 'object', description: 'A comment.', required: ['id', 'invoiceId', 'text', 'createdAt'] },
    properties: {
      id: {
        ...{ type: 'string', format: 'uuid', description: 'Its id.', examples: [id] },
        'x-requirements': [must('comment-id', '`id` is a UUID.')],
      },
      invoiceId: {
        ...{ type: 'string', description: 'Its invoice.', examples: ['inv_01kaj8z0m3v7q2w9x5t4r6y8hc'], ...echo('invoiceId') },
        'x-requirements': [must('comment-invoice', '`invoiceId` is that of its path.')],
      },
      text: { ...text, ...echo('text'), 'x-requirements': [must('comment-text', '`text` is what was sent.')] },
      createdAt: {
        ...{ type: 'string', format: 'date-time', 'x-lasting': true, description: 'When it was made.' },
        examples: ['2026-11-21T10:00:00.000Z'],
        'x-requirements': [must('comment-created-at', '`createdAt` is the same at every read.')],
      },
    },
  };
  const lengths = { keywords: ['minLength', 'maxLength'] };
  schemas.AddCommentRequest = closedBody('add-comment', 'A comment.', {
    text: { ...text, 'x-requirements': [must('add-comment-text', '1 to 500 characters.', lengths)] },
  });
  const parameters = [
    invoiceInPath,
    {
      ...{ name: 'commentId', in: 'path', required: true, description: 'The comment.' },
      schema: { type: 'string', format: 'uuid', examples: [id] },
      'x-identifies': '#/components/schemas/Comment/properties/id',
    },
  ];
  const refusals = refusalsOf(document, [...ofBodies, '422']);
  const foreign = (named: string): object => must(`${named}-foreign`, 'Another account finds nothing.', { about: 'ownership' });
  const gone = (named: string): object =>
    must(`${named}-place`, 'It is only in its invoice, until deleted.', { about: 'unknown-id' });
  const about = (named: string): object[] => [foreign(named), gone(named)];
  document.paths['/api/v1/payments/{invoiceId}/comments'] = {
    post: stateOperation('comments', {
      ...{ operationId: 'addComment', named: 'add-comment', scope: 'invoices:write', parameters: [invoiceInPath], status: '201' },
      ...{ takes: ['AddCommentRequest', { text: 'Paid in cash' }], shows: 'Comment' },
      ...{ refusals: refusalsOf(document), requirements: about('add-comment') },
    }),
  };
  document.paths['/api/v1/payments/{invoiceId}/comments/{commentId}'] = {
    get: stateOperation('comments', {
      ...{ operationId: 'readComment', named: 'read-comment', scope: 'invoices:read', shows: 'Comment', parameters },
      ...{ refusals, requirements: about('read-comment') },
    }),
    delete: stateOperation('comments', {
      ...{ operationId: 'deleteComment', named: 'delete-comment', scope: 'invoices:write', status: '204', parameters },
      ...{ refusals, requirements: about('delete-comment') },
    }),
  };
};

/** Adds the settings of an account, with one operation that replaces them (PUT) and one that reads them (GET). */
export const addSettings: ChangeContract = (document) => {
  const { schemas } = document.components;
  document['x-features'].settings = 'An account has settings.';
  const text = {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 40,
    description: 'What payers see.',
    examples: ['Coffee shop'],
  };
  const number = { type: 'integer', minimum: 60, maximum: 86_400, description: 'Seconds.', examples: [600] };
  const bounds = { keywords: ['minimum', 'maximum'] };
  const lengths = { keywords: ['minLength', 'maxLength'] };
  const echo = (property: string): object => ({ 'x-echoes': { operation: 'replaceSettings', property } });
  schemas.Settings = {
    ...{ type: 'object', description: 'The settings.', required: ['displayName', 'remindAfter'] },
    properties: {
      displayName: {
        ...text,
        ...echo('displayName'),
        'x-requirements': [must('settings-name', 'As it was sent, or null.', lengths)],
      },
      remindAfter: {
        ...number,
        ...echo('remindAfter'),
        'x-requirements': [must('settings-remind', 'As sent, or 3600.', bounds)],
      },
    },
  };
  const sent = {
    displayName: { ...text, 'x-requirements': [must('replace-name', 'It has 1 to 40 characters.', lengths)] },
    remindAfter: { ...number, default: 3600, 'x-requirements': [must('replace-remind', 'A minute to a day.', bounds)] },
  };
  schemas.ReplaceSettingsRequest = closedBody('replace', 'The settings.', sent, { required: undefined });
  document.paths['/api/v1/settings'] = {
    put: stateOperation('settings', {
      ...{ operationId: 'replaceSettings', named: 'replace', scope: 'invoices:write', shows: 'Settings' },
      ...{ takes: ['ReplaceSettingsRequest', { displayName: 'Coffee shop' }] },
      refusals: refusalsOf(document, ['404']),
    }),
    get: stateOperation('settings', {
      ...{ operationId: 'readSettings', named: 'settings', scope: 'invoices:read', shows: 'Settings' },
      refusals: refusalsOf(document, [...ofBodies, '404', '422']),
      requirements: [must('settings-own', 'An account reads its own settings.', { about: 'ownership' })],
    }),
  };
};
