import { editBody, readAsLawful, refuseField, replaceField } from '../changes/change-request.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that accept invalid cash tags, or refuse valid ones. */
export const requestsCashTags: FaultTable = sharing({ breaks: 'create-cash-tag-grammar' })({
  'any-tag': {
    title: 'A tag outside the grammar is accepted',
    fullSteps: replaceField(
      'cashTag',
      (tag) => typeof tag === 'string' && !/^\$?(?=\d*[a-z])[a-z\d]{1,20}$/i.test(tag),
      'coffeeshop',
    ),
  },
  'tag-with-underscore': {
    title: 'A tag with an underscore is accepted',
    fullSteps: replaceField('cashTag', (tag) => /^\$?\w+$/.test(String(tag)) && String(tag).includes('_'), 'coffeeshop'),
  },
  'tag-letters-only': {
    title: 'A tag with a digit is refused',
    fullSteps: refuseField('cashTag', (tag) => /\d/.test(String(tag))),
  },
  'empty-tag-taken': {
    title: 'An empty tag is accepted',
    breaks: 'create-cash-tag-grammar/min-length-of-cash-tag-of-create-payment',
    fullSteps: readAsLawful((text) => text.includes('"cashTag":""'), 'create'),
  },
  'tag-of-two': {
    title: 'A tag of one character is refused',
    fullSteps: refuseField('cashTag', (tag) => /^\$?.$/.test(String(tag))),
  },
  'tag-at-most-15': {
    title: 'A tag of more than 15 characters is refused',
    fullSteps: refuseField('cashTag', (tag) => String(tag).length > 15),
  },
  'tags-trimmed': {
    title: 'White space around a tag is dropped',
    fullSteps: editBody((fields) => {
      if (typeof fields.cashTag === 'string') fields.cashTag = fields.cashTag.trim();
    }),
  },
  'tag-other-digits': {
    title: 'Digits of other scripts are accepted after a letter, and full-width letters',
    fullSteps: replaceField(
      'cashTag',
      (tag) => /^([a-z]\p{Nd}+|[\uff41-\uff5a]\w*)$/u.test(String(tag)) && /[^\0-\x7f]/.test(String(tag)),
      'coffee',
    ),
  },
  'tag-other-letters': {
    title: 'Letters, marks and symbols of any script count as letters',
    fullSteps: replaceField('cashTag', (tag) => /^[^ ]+$/.test(String(tag)) && /[^\0-\x7f]/.test(String(tag)), 'coffeeshop'),
  },
  'tag-with-dot': {
    title: 'A tag with a dot is accepted',
    fullSteps: replaceField('cashTag', (tag) => tag === 'a.b', 'coffeeshop'),
  },
});
