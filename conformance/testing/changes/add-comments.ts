import type { ChangeContract } from './change-contract.ts';
import { invoiceInPath, must, stateOperation } from './state-operation.ts';

/** Adds comments to invoices. A comment is made, read and deleted below the path of its invoice. */
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
  schemas.AddCommentRequest = {
    ...{ type: 'object', description: 'A comment.', additionalProperties: false, required: ['text'] },
    'x-requirements': [
      must('add-comment-unknown', 'A field that is not known is refused.', { keywords: ['additionalProperties'] }),
    ],
    properties: {
      text: {
        ...text,
        'x-requirements': [must('add-comment-text', '1 to 500 characters.', { keywords: ['minLength', 'maxLength'] })],
      },
    },
  };
  const parameters = [
    invoiceInPath,
    {
      ...{ name: 'commentId', in: 'path', required: true, description: 'The comment.' },
      schema: { type: 'string', format: 'uuid', examples: [id] },
      'x-identifies': '#/components/schemas/Comment/properties/id',
    },
  ];
  const {
    200: _found,
    400: malformed,
    413: large,
    415: type,
    ...refusals
  } = document.paths['/api/v1/payments/fetch'].post.responses;
  const { 422: wrong, ...ofPath } = refusals;
  const foreign = (named: string): object => must(`${named}-foreign`, 'Another account finds nothing.', { about: 'ownership' });
  const gone = (named: string): object =>
    must(`${named}-place`, 'It is only in its invoice, until deleted.', { about: 'unknown-id' });
  const about = (named: string): object[] => [foreign(named), gone(named)];
  document.paths['/api/v1/payments/{invoiceId}/comments'] = {
    post: stateOperation('comments', {
      ...{ operationId: 'addComment', named: 'add-comment', scope: 'invoices:write', parameters: [invoiceInPath], status: '201' },
      ...{ takes: ['AddCommentRequest', { text: 'Paid in cash' }], shows: 'Comment' },
      ...{ refusals: { ...ofPath, 400: malformed, 413: large, 415: type, 422: wrong }, requirements: about('add-comment') },
    }),
  };
  document.paths['/api/v1/payments/{invoiceId}/comments/{commentId}'] = {
    get: stateOperation('comments', {
      ...{ operationId: 'readComment', named: 'read-comment', scope: 'invoices:read', shows: 'Comment', parameters },
      ...{ refusals: ofPath, requirements: about('read-comment') },
    }),
    delete: stateOperation('comments', {
      ...{ operationId: 'deleteComment', named: 'delete-comment', scope: 'invoices:write', status: '204', parameters },
      ...{ refusals: ofPath, requirements: about('delete-comment') },
    }),
  };
};
