import { core } from '../../servers/core/steps.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { headerOf } from '../../servers/full/message.ts';
import { inCore } from '../changes/change-core.ts';
import { editBody, editUrls, isJson, mendField, readAsLawful, replaceField } from '../changes/change-request.ts';
import { respondInstead } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that accept values of the wrong type. */
export const requestsTypes: FaultTable = sharing({ breaks: 'create-refuses-wrong-types' })({
  'amount-taken-as-string': {
    title: 'Create accepts an `amount` that is a string of digits',
    coreSteps: inCore('parseBody', (call) => {
      const body = core.parseBody(call);
      return typeof body.amount === 'string' ? { ...body, amount: Number(body.amount) } : body;
    }),
  },
  'no-object-taken': {
    title: 'A body that is JSON but not an object counts as one with defaults',
    fullSteps: readAsLawful((text) => isJson(text) && !text.trimStart().startsWith('{')),
  },
  'required-members-any-type': {
    title: 'cashTag and amount are accepted with any type',
    field: 'cashTag',
    fullSteps: editBody((fields) => {
      if (Object.hasOwn(fields, 'cashTag') && typeof fields.cashTag !== 'string') fields.cashTag = 'coffeeshop';
      if (Object.hasOwn(fields, 'amount') && typeof fields.amount !== 'number') fields.amount = Number(fields.amount) || 1;
    }),
  },
  'flag-any-type': {
    title: 'isWhiteLabel is accepted with any type',
    field: 'isWhiteLabel',
    fullSteps: mendField(
      'isWhiteLabel',
      (value) => typeof value !== 'boolean',
      ({ isWhiteLabel }) => Boolean(isWhiteLabel),
    ),
  },
  'callback-url-any-type': {
    title: 'A callbackUrl that is not a URL is dropped',
    field: 'callbackUrl',
    fullSteps: replaceField('callbackUrl', (value) => typeof value !== 'string' || !URL.canParse(value), undefined),
  },
  'return-url-any-type': {
    title: 'A returnUrl that is not a URL is dropped',
    field: 'returnUrl',
    fullSteps: replaceField('returnUrl', (value) => typeof value !== 'string' || !URL.canParse(value), undefined),
  },
  'everything-coerced': {
    title: 'Every field of create is converted to its type',
    breaks: 'create-never-coerces',
    fullSteps: editBody((fields) => {
      if (['string', 'boolean'].includes(typeof fields.amount)) fields.amount = Number(fields.amount);
      if (Object.hasOwn(fields, 'isWhiteLabel')) fields.isWhiteLabel = Boolean(fields.isWhiteLabel);
      if (typeof fields.cashTag === 'number') fields.cashTag = `tag${fields.cashTag}`;
    }),
  },
  'null-refused': {
    title: 'Null for an optional field is refused',
    breaks: 'create-null-is-absent',
    fullSteps: editBody((fields) => {
      for (const name of ['isWhiteLabel', 'callbackUrl', 'returnUrl'])
        if (fields[name] === null) fields[name] = { refused: true };
    }),
  },
  'null-refused-beside-another': {
    title: 'Null for returnUrl is refused beside a callbackUrl',
    breaks: 'create-null-is-absent',
    fullSteps: editBody((fields) => {
      if (fields.returnUrl === null && fields.callbackUrl) fields.returnUrl = { refused: true };
    }),
  },
  'null-is-true': {
    title: 'Null for isWhiteLabel counts as true',
    breaks: 'create-null-is-absent',
    fullSteps: editBody((fields) => {
      if (fields.isWhiteLabel === null) fields.isWhiteLabel = true;
    }),
  },
  'null-for-required-is-absent': {
    title: 'Null for a required field gets a value',
    fullSteps: editBody((fields) => {
      if (fields.amount === null) fields.amount = 1;
    }),
  },
  'validation-400': {
    title: 'A wrong field is refused with 400',
    breaks: 'create-validation-is-422',
    features: everyFeature,
    fullSteps: respondInstead('validation_failed', 'malformed_json', 400),
  },
  'validation-400-in-another-language': {
    title: 'A wrong field is refused with 400 if the client asks for another language',
    breaks: 'create-validation-is-422',
    features: everyFeature,
    fullSteps: respondInstead('validation_failed', 'malformed_json', 400, (_reply, message) =>
      Boolean(headerOf(message, 'accept-language')),
    ),
  },
  'empty-id-unknown': {
    title: 'An empty invoiceId is refused with 404',
    breaks: 'fetch-validation-is-422',
    features: ['problem-details', 'limits'],
    fullSteps: replaceField('invoiceId', (value) => value === '', 'no-such-invoice'),
  },
  'amount-from-odd-text': {
    title: 'A string that converts to a number counts as the amount, except one of digits and a point',
    field: 'amount',
    fullSteps: mendField(
      'amount',
      (value) => typeof value === 'string' && !/^[\d.]+$/.test(value) && Number(value) > 0,
      ({ amount }) => Number(amount),
    ),
  },
  'falsy-flag-taken': {
    title: 'Empty values count as isWhiteLabel: false',
    field: 'isWhiteLabel',
    fullSteps: replaceField('isWhiteLabel', (value) => value === 0 || value === '', false),
  },
  'url-without-scheme-taken': {
    title: 'A URL without a scheme is accepted',
    field: 'callbackUrl',
    fullSteps: editUrls((url) => (/^[\w.]+\//.test(url) ? `https://${url}` : url)),
  },
  'path-as-url-taken': {
    title: 'A path counts as a URL',
    field: 'callbackUrl',
    fullSteps: editUrls((url) => (/^\/\w/.test(url) ? `https://example.com${url}` : url)),
  },
  'create-reads-pairs': {
    title: 'Create accepts pairs of names and values as an object',
    fullSteps: readAsLawful((text) => text.startsWith('[["'), 'create'),
  },
  'scheme-alone-taken': {
    title: 'A URL with nothing after its scheme is accepted',
    fullSteps: replaceField('returnUrl', (url) => url === 'https://', 'https://example.com/'),
  },
});
