import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Contract, Schema } from '../../../src/contract/contract.ts';
import { follow } from '../../../src/contract/follow-reference.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { create, idOf, type KeyTrial, refusedWith, shown } from '../../play/key-trial.ts';

/** Every visible character that a key may hold beside letters and digits. */
const signs = `!#$%&'()*+,-./:;<=>?@[]^_\`{|}~`;

/** Makes a key of digits alone out of another one. */
const digitsOf = (key: string): bigint => BigInt(`0x1${Buffer.from(key).toString('hex')}`);

/** Other keys, which somebody may take for the same: lists, parameters, escapes, encodings, paddings, other quotes, numbers. */
const lookAlikes: ((key: string) => string)[] = [
  (key) => `${key},x`,
  (key) => `${key};x=1`,
  ...[',', ';', '.', ':', '#', '/', '*'].map((sign) => (key: string) => key + sign),
  (key) => `0${digitsOf(key)}`,
  (key) => `+${digitsOf(key)}`,
  (key) => `${key}\\`,
  (key) => `${key}=`,
  (key) => `${key}%2D`,
  (key) => `${key}-`,
  (key) => `'${key}'`,
  (key) => key.replaceAll('-', ''),
  (key) => String(digitsOf(key)),
  (key) => `${digitsOf(key)}.0`,
  // Of the same sum, and of the same hash in Java.
  ...['ab', 'ba', 'Aa', 'BB'].map((end) => (key: string) => key + end),
  // The same number in binary.
  (key) => String(digitsOf(key) + 1n),
];

/** Derives the trials of keys at the bounds of the header's schema, and beyond them. The compiled schema judges each. */
export function keyForms({ document }: Contract): KeyTrial[] {
  const isAllowed = compileSchema(follow(document, '#/components/parameters/IdempotencyKey').schema as Schema);
  const longest = Array.from({ length: 1024 }, (_, index) => 1024 - index).find((length) => isAllowed('k'.repeat(length))) ?? 0;
  // Of every visible kind, where the contract takes them all.
  const longestOf = (key: string): string => {
    const made = `${key}${signs}`.padEnd(longest, 'k');
    return isAllowed(made) ? made : key.padEnd(longest, 'k');
  };
  const refused = [
    { id: 'only-quotes', title: 'Two double quotes and nothing between are no key', key: () => '""' },
    { id: 'half-quoted', title: 'A key with one double quote is refused', key: (key: string) => `"${key}` },
    { id: 'quote-inside', title: 'A key with a double quote in it is refused', key: (key: string) => `${key}"${key}` },
    { id: 'empty', title: 'An empty key is refused', key: () => '' },
    { id: 'space-inside', title: 'A key with a space in it is refused', key: (key: string) => `${key} ${key}` },
    { id: 'tab-inside', title: 'A key with a tab in it is refused', key: (key: string) => `${key}\t${key}` },
    {
      id: 'too-long',
      title: `A key of ${longest + 1} characters is refused`,
      key: (key: string) => key.padEnd(longest + 1, 'k'),
    },
    { id: 'beyond-ascii', title: 'A key with a letter beyond ASCII is refused', key: (key: string) => `${key}\u00e9` },
  ].filter(({ key }) => !isAllowed(key('key')));
  return [
    ...(isAllowed('k')
      ? [
          {
            id: 'shortest',
            title: 'A key of one character is a key',
            requirement: 'idempotency-key-form',
            derived: true,
            async try(subject: Subject, key: string) {
              const exchanges = [await create(subject, key.slice(0, 1))];
              const response = exchanges[0]?.answer;
              // An earlier run may have used it, with another body.
              const isUsed = response?.status === 422 && responseObject(response)?.code === 'idempotency_key_reused';
              const right = isUsed || (response && isSuccess(response));
              return { exchanges, expected: 'a success', ...(!right && { received: shown(exchanges[0]) }) };
            },
          },
        ]
      : []),
    {
      id: 'longest',
      title: `A key of ${longest} characters, of every visible kind, is taken`,
      requirement: 'idempotency-key-form',
      derived: true,
      sends: (key) => [longestOf(key)],
      async try(subject, key) {
        const exchanges = [await create(subject, longestOf(key))];
        const right = exchanges[0]?.answer && isSuccess(exchanges[0].answer);
        return { exchanges, expected: 'a success', ...(!right && { received: shown(exchanges[0]) }) };
      },
    },
    {
      id: 'longest-quoted',
      title: `A key of ${longest} characters is taken in double quotes too, which are not counted`,
      requirement: 'idempotency-key-quoted',
      derived: true,
      sends: (key) => [key.padEnd(longest, 'k'), `"${key.padEnd(longest, 'k')}"`],
      async try(subject, key) {
        const long = key.padEnd(longest, 'k');
        const exchanges = [await create(subject, `"${long}"`), await create(subject, long)];
        const same = idOf(exchanges[0]) === idOf(exchanges[1]) && idOf(exchanges[0]) !== undefined;
        return { exchanges, expected: 'the same invoice', ...(!same && { received: exchanges.map(shown).join(', then ') }) };
      },
    },
    {
      id: 'look-alikes',
      title: 'Keys that differ in one sign are different keys, whatever the sign means elsewhere, and so are numbers',
      requirement: 'idempotency-replays',
      derived: true,
      async try(subject, key) {
        const keys = [key, ...lookAlikes.map((change) => change(key)).filter((one) => isAllowed(one))];
        const exchanges: Exchange[] = [];
        for (const each of keys) exchanges.push(await create(subject, each));
        const ids = exchanges.map(idOf);
        const again = exchanges.find((_, index) => ids[index] === undefined || ids.indexOf(ids[index]) < index);
        return { exchanges: again ? [again] : [], expected: 'an invoice of its own', ...(again && { received: shown(again) }) };
      },
    },
    {
      id: 'longest-apart',
      title: `Two keys of ${longest} characters that differ in the last are two keys`,
      requirement: 'idempotency-replays',
      derived: true,
      sends: (key) => [key.padEnd(longest, 'k'), `${key.padEnd(longest - 1, 'k')}l`],
      async try(subject, key) {
        const exchanges = [
          await create(subject, key.padEnd(longest, 'k')),
          await create(subject, `${key.padEnd(longest - 1, 'k')}l`),
        ];
        const [one, other] = exchanges.map(idOf);
        const right = one !== undefined && other !== undefined && one !== other;
        return { exchanges, expected: 'another invoice', ...(!right && { received: shown(exchanges[1]) }) };
      },
    },
    ...refused.map(
      ({ id, title, key: make }): KeyTrial => ({
        id,
        title,
        requirement: 'idempotency-key-form',
        derived: true,
        problem: 'idempotency_key_invalid',
        async try(subject, key, features) {
          const exchanges = [await create(subject, make(key))];
          return { exchanges, ...refusedWith(exchanges[0], 400, 'idempotency_key_invalid', features) };
        },
      }),
    ),
  ];
}
