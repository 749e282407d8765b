import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { type KeyCalls, type KeyTrial, longestKey, refusedWith, shown } from '../../play/key-trial.ts';

/** Every visible character, besides letters and digits, that a key may hold. */
const signs = `!#$%&'()*+,-./:;<=>?@[]^_\`{|}~`;

/** Converts a key to a number whose decimal digits can serve as another key. */
const digitsOf = (key: string): bigint => BigInt(`0x1${Buffer.from(key).toString('hex')}`);

/** Ways to make other keys that a server may mistake for the given one. */
const lookAlikes: ((key: string) => string)[] = [
  (key) => `${key},x`,
  (key) => `${key};x=1`,
  ...[',', ';', '.', ':', '#', '/', '*'].map((sign) => (key: string) => key + sign),
  (key) => `0${digitsOf(key)}`,
  (key) => `+${digitsOf(key)}`,
  (key) => `${key}\\`,
  (key) => `${key}\\\\`,
  (key) => `${key}=`,
  (key) => `${key}%2D`,
  (key) => `${key}-`,
  (key) => `'${key}'`,
  (key) => key.replaceAll('-', ''),
  (key) => String(digitsOf(key)),
  (key) => `${digitsOf(key)}.0`,
  // Keys with the same sum of characters or the same hash in Java.
  ...['ab', 'ba', 'Aa', 'BB'].map((end) => (key: string) => key + end),
  // A different integer that rounds to the same double as the one above.
  (key) => String(digitsOf(key) + 1n),
];

/** The clause that forbids each refused key. Keys that are not listed break the clause about visible characters. */
const clauseOf: Record<string, string> = {
  'only-quotes': 'quotes',
  'half-quoted': 'quotes',
  'quote-inside': 'quotes',
  empty: 'length',
  'too-long': 'length',
};

/** Derives the trials of keys at the bounds of the header's schema and beyond. The compiled schema decides which are valid. */
export function keyForms(schema: Schema): KeyTrial[] {
  const isAllowed = compileSchema(schema);
  const longest = longestKey(schema);
  // Makes the longest key, with all visible characters if the contract allows them.
  const longestOf = (key: string): string => {
    const made = `${key}${signs}`.padEnd(longest, 'k');
    return isAllowed(made) ? made : key.padEnd(longest, 'k');
  };
  const refused = [
    { id: 'only-quotes', title: 'Two double quotes with nothing between them are refused', key: () => '""' },
    { id: 'half-quoted', title: 'A key with one double quote is refused', key: (key: string) => `"${key}` },
    { id: 'quote-inside', title: 'A key with a double quote in it is refused', key: (key: string) => `${key}"${key}` },
    { id: 'empty', title: 'An empty key is refused', key: () => '' },
    { id: 'space-inside', title: 'A key with a space in it is refused', key: (key: string) => `${key} ${key}` },
    { id: 'space-before', title: 'A key with a space after its opening quote is refused', key: (key: string) => `" ${key}"` },
    { id: 'space-after', title: 'A key with a space before its closing quote is refused', key: (key: string) => `"${key} "` },
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
            title: 'A key of one character is accepted',
            requirement: 'idempotency-key-form/length',
            async try({ send }: KeyCalls, key: string) {
              const exchanges = [await send(key.slice(0, 1))];
              const response = exchanges[0]?.answer;
              // In an earlier run, the key may have been used with another body.
              const isUsed = response?.status === 422 && responseObject(response)?.code === 'idempotency_key_reused';
              const right = isUsed || (response && isSuccess(response));
              return { exchanges, expected: 'a success', ...(!right && { received: shown(exchanges[0]) }) };
            },
          },
        ]
      : []),
    {
      id: 'longest',
      title: `A key of ${longest} characters with every visible character is accepted`,
      requirement: 'idempotency-key-form/length',
      sends: (key) => [longestOf(key)],
      async try({ send }, key) {
        const exchanges = [await send(longestOf(key))];
        const right = exchanges[0]?.answer && isSuccess(exchanges[0].answer);
        return { exchanges, expected: 'a success', ...(!right && { received: shown(exchanges[0]) }) };
      },
    },
    {
      id: 'longest-quoted',
      title: `A key of ${longest} characters is also accepted in double quotes, which do not count`,
      requirement: 'idempotency-key-quoted/not-counted',
      sends: (key) => [key.padEnd(longest, 'k'), `"${key.padEnd(longest, 'k')}"`],
      async try({ send, isReplay }, key) {
        const long = key.padEnd(longest, 'k');
        const exchanges = [await send(`"${long}"`), await send(long)];
        const same = isReplay(exchanges[1], exchanges[0]) || isReplay(exchanges[0], exchanges[1]);
        return { exchanges, expected: 'the stored response', ...(!same && { received: exchanges.map(shown).join(', then ') }) };
      },
    },
    {
      id: 'look-alikes',
      title: 'Keys that differ in one character are different keys, whatever it means elsewhere, and so are numbers',
      tellsApart: true,
      requirement: 'idempotency-replays/whole-key',
      async try({ send, isReplay }, key) {
        const keys = [key, ...lookAlikes.map((change) => change(key)).filter((one) => isAllowed(one))];
        const exchanges: Exchange[] = [];
        for (const each of keys) exchanges.push(await send(each));
        const again = exchanges.find((one, index) => exchanges.slice(0, index).some((before) => isReplay(before, one)));
        return { exchanges: again ? [again] : [], expected: 'a response of its own', ...(again && { received: shown(again) }) };
      },
    },
    {
      id: 'longest-apart',
      title: `Two keys of ${longest} characters that differ in the last one are two keys`,
      tellsApart: true,
      requirement: 'idempotency-replays/whole-key',
      sends: (key) => [key.padEnd(longest, 'k'), `${key.padEnd(longest - 1, 'k')}l`],
      async try({ send, isReplay }, key) {
        const exchanges = [await send(key.padEnd(longest, 'k')), await send(`${key.padEnd(longest - 1, 'k')}l`)];
        const right = !isReplay(exchanges[0], exchanges[1]);
        return { exchanges, expected: 'a response of its own', ...(!right && { received: shown(exchanges[1]) }) };
      },
    },
    {
      id: 'other-case',
      title: 'A key in capitals is another key, also in double quotes and as a UUID',
      tellsApart: true,
      requirement: 'idempotency-replays/whole-key',
      sends: (key) => [`${key}-k`, `${key}-K`],
      async try({ send, isReplay }, key) {
        let exchanges: Exchange[] = [];
        const pairs = [
          ['-k', '-K'].map((end) => key + end),
          ['-q', '-Q'].map((end) => `"${key}${end}"`),
          [key, key.toUpperCase()],
        ];
        for (const pair of pairs) {
          if (!pair.every((one) => isAllowed(one))) continue;
          exchanges = [await send(pair[0] as string), await send(pair[1] as string)];
          if (isReplay(exchanges[0], exchanges[1]))
            return { exchanges, expected: 'a response of its own', received: shown(exchanges[1]) };
        }
        return { exchanges, expected: 'a response of its own' };
      },
    },
    {
      id: 'quoted',
      title: 'A key in double quotes is the same key, and two backslashes in it stay two',
      requirement: 'idempotency-key-quoted/same',
      sends: (key) => [`"${key}"`, `${key}\\\\b`],
      async try(calls, key) {
        let exchanges: Exchange[] = [];
        for (const one of [key, `${key}\\\\b`]) {
          const { send, isReplay } = one === key ? calls : await calls.anew();
          exchanges = [await send(one), await send(`"${one}"`)];
          const same = isReplay(exchanges[0], exchanges[1]);
          if (!same) return { exchanges, expected: 'the stored response', received: shown(exchanges[1]) };
        }
        return { exchanges, expected: 'the stored response' };
      },
    },
    ...refused.map(
      ({ id, title, key: make }): KeyTrial => ({
        id,
        title,
        requirement: `idempotency-key-form/${clauseOf[id] ?? 'visible'}`,
        problem: 'idempotency_key_invalid',
        async try({ send, features }, key) {
          const exchanges = [await send(make(key))];
          return { exchanges, ...refusedWith(exchanges[0], 400, 'idempotency_key_invalid', features) };
        },
      }),
    ),
  ];
}
