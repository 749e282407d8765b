import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { type Exchange, hasSucceeded, responseObject } from '../../../src/http/exchange.ts';
import { type KeyCalls, type KeyTrial, longestKey, refusedWith, shown, type Tried } from '../../play/key-trial.ts';

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

/** Returns the outcome of a trial whose last response is wrong unless `isRight`. */
export const judged = (exchanges: Exchange[], expected: string, isRight: boolean): Tried => ({
  exchanges,
  expected,
  ...(!isRight && { received: shown(exchanges.at(-1)) }),
});

/** The response that a call must get if its key only resembles an earlier one. */
export const ofItsOwn = 'a response of its own';

/** Derives the trials of keys at the bounds of the header's schema and beyond. The compiled schema decides which are valid. */
export function keyForms(schema: Schema): KeyTrial[] {
  const isAllowed = compileSchema(schema);
  const longest = longestKey(schema);
  const padded = (key: string): string => key.padEnd(longest, 'k');
  // Makes the longest key, with all visible characters if the contract allows them.
  const longestOf = (key: string): string => {
    const made = padded(`${key}${signs}`);
    return isAllowed(made) ? made : padded(key);
  };
  const refused: [id: string, title: string, clause: string, make: (key: string) => string][] = [
    ['only-quotes', 'Two double quotes with nothing between them are refused', 'quotes', () => '""'],
    ['half-quoted', 'A key with one double quote is refused', 'quotes', (key) => `"${key}`],
    ['quote-inside', 'A key with a double quote in it is refused', 'quotes', (key) => `${key}"${key}`],
    ['empty', 'An empty key is refused', 'length', () => ''],
    ['space-inside', 'A key with a space in it is refused', 'visible', (key) => `${key} ${key}`],
    ['space-before', 'A key with a space after its opening quote is refused', 'visible', (key) => `" ${key}"`],
    ['space-after', 'A key with a space before its closing quote is refused', 'visible', (key) => `"${key} "`],
    ['tab-inside', 'A key with a tab in it is refused', 'visible', (key) => `${key}\t${key}`],
    ['too-long', `A key of ${longest + 1} characters is refused`, 'length', (key) => `${padded(key)}k`],
    ['beyond-ascii', 'A key with a letter beyond ASCII is refused', 'visible', (key) => `${key}\u00e9`],
  ];
  const shortest: KeyTrial = {
    id: 'shortest',
    title: 'A key of one character is accepted',
    requirement: 'idempotency-key-form/length',
    async try({ send }, key) {
      const exchange = await send(key.slice(0, 1));
      const { answer } = exchange;
      // In an earlier run, the key may have been used with another body.
      const isUsed = answer?.status === 422 && responseObject(answer)?.code === 'idempotency_key_reused';
      return judged([exchange], 'a success', isUsed || hasSucceeded(exchange));
    },
  };
  return [
    ...(isAllowed('k') ? [shortest] : []),
    {
      id: 'longest',
      title: `A key of ${longest} characters with every visible character is accepted`,
      requirement: 'idempotency-key-form/length',
      sends: (key) => [longestOf(key)],
      async try({ send }, key) {
        const exchange = await send(longestOf(key));
        return judged([exchange], 'a success', hasSucceeded(exchange));
      },
    },
    {
      id: 'longest-quoted',
      title: `A key of ${longest} characters is also accepted in double quotes, which do not count`,
      requirement: 'idempotency-key-quoted/not-counted',
      sends: (key) => [padded(key), `"${padded(key)}"`],
      async try({ send, isReplay }, key) {
        const exchanges = [await send(`"${padded(key)}"`), await send(padded(key))];
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
        const exchanges: Exchange[] = [];
        for (const each of [key, ...lookAlikes.map((change) => change(key)).filter((one) => isAllowed(one))])
          exchanges.push(await send(each));
        const again = exchanges.find((one, index) => exchanges.slice(0, index).some((before) => isReplay(before, one)));
        return judged(again ? [again] : [], ofItsOwn, again === undefined);
      },
    },
    {
      id: 'longest-apart',
      title: `Two keys of ${longest} characters that differ in the last one are two keys`,
      tellsApart: true,
      requirement: 'idempotency-replays/whole-key',
      sends: (key) => [padded(key), `${padded(key).slice(0, -1)}l`],
      async try({ send, isReplay }, key) {
        const exchanges = [await send(padded(key)), await send(`${padded(key).slice(0, -1)}l`)];
        return judged(exchanges, ofItsOwn, !isReplay(exchanges[0], exchanges[1]));
      },
    },
    {
      id: 'other-case',
      title: 'A key in capitals is another key, also in double quotes and as a UUID',
      tellsApart: true,
      requirement: 'idempotency-replays/whole-key',
      sends: (key) => [`${key}-k`, `${key}-K`],
      async try({ send, isReplay }, key) {
        let tried = judged([], ofItsOwn, true);
        const pairs = [
          [`${key}-k`, `${key}-K`],
          [`"${key}-q"`, `"${key}-Q"`],
          [key, key.toUpperCase()],
        ] as const;
        for (const [one, other] of pairs) {
          if (tried.received !== undefined || !isAllowed(one) || !isAllowed(other)) continue;
          const exchanges = [await send(one), await send(other)];
          tried = judged(exchanges, ofItsOwn, !isReplay(exchanges[0], exchanges[1]));
        }
        return tried;
      },
    },
    {
      id: 'quoted',
      title: 'A key in double quotes is the same key, and two backslashes in it stay two',
      requirement: 'idempotency-key-quoted/same',
      sends: (key) => [`"${key}"`, `${key}\\\\b`],
      async try(calls, key) {
        const tryWith = async ({ send, isReplay }: KeyCalls, one: string): Promise<Tried> => {
          const exchanges = [await send(one), await send(`"${one}"`)];
          return judged(exchanges, 'the stored response', isReplay(exchanges[0], exchanges[1]));
        };
        const plain = await tryWith(calls, key);
        return plain.received === undefined ? tryWith(await calls.anew(), `${key}\\\\b`) : plain;
      },
    },
    ...refused
      .filter(([, , , make]) => !isAllowed(make('key')))
      .map(
        ([id, title, clause, make]): KeyTrial => ({
          id,
          title,
          requirement: `idempotency-key-form/${clause}`,
          problem: 'idempotency_key_invalid',
          async try({ send, features }, key) {
            const exchange = await send(make(key));
            return { exchanges: [exchange], ...refusedWith(exchange, 400, 'idempotency_key_invalid', features) };
          },
        }),
      ),
  ];
}
