import type { ChangeContract } from './change-contract.ts';
import { must, stateOperation } from './state-operation.ts';

/** Adds the settings of an account: a PUT replaces them, and a GET reads them. */
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
  schemas.ReplaceSettingsRequest = {
    ...{ type: 'object', description: 'The settings.', additionalProperties: false },
    'x-requirements': [must('replace-unknown', 'A field that is not known is refused.', { keywords: ['additionalProperties'] })],
    properties: {
      displayName: { ...text, 'x-requirements': [must('replace-name', 'It has 1 to 40 characters.', lengths)] },
      remindAfter: { ...number, default: 3600, 'x-requirements': [must('replace-remind', 'A minute to a day.', bounds)] },
    },
  };
  const {
    200: _found,
    404: _missing,
    400: malformed,
    413: large,
    415: type,
    422: wrong,
    ...refusals
  } = document.paths['/api/v1/payments/fetch'].post.responses;
  document.paths['/api/v1/settings'] = {
    put: stateOperation('settings', {
      ...{ operationId: 'replaceSettings', named: 'replace', scope: 'invoices:write', shows: 'Settings' },
      ...{ takes: ['ReplaceSettingsRequest', { displayName: 'Coffee shop' }] },
      refusals: { ...refusals, 400: malformed, 413: large, 415: type, 422: wrong },
    }),
    get: stateOperation('settings', {
      ...{ operationId: 'readSettings', named: 'settings', scope: 'invoices:read', shows: 'Settings', refusals },
      requirements: [must('settings-own', 'An account reads its own settings.', { about: 'ownership' })],
    }),
  };
};
