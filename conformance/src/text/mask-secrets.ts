/** A secret, and the words to replace it with. */
export type Secret = [secret: string, words: string];

/** A text in which escapes are decoded. For each of its characters, the position in the original text is known. */
interface View {
  text: string;
  /** For each character and the end, the position in the original text. Absent if nothing was decoded. */
  starts?: Uint32Array;
}

/** Minimum length of a secret that is masked. A shorter one would also match parts of words. */
export const shortestSecret = 8;
/** Maximum number of layers of escapes that are decoded. */
const depth = 4;

// Repetitions are bounded, so matching takes linear time. An HTML escape may lack its semicolon if no digit or escape follows.
const escapes =
  /\\u\{[0-9a-f]{1,8}\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[^\sux]|%u[0-9a-f]{4}|%[0-9a-f]{2}|&(?:#x[0-9a-f]{1,8}|#[0-9]{1,8}|amp|lt|gt|quot)(?:;|(?![0-9a-f%\\&;]))|&[a-z]{2,16};/gi;

const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", plus: '+', sol: '/', equals: '=', excl: '!', num: '#', dollar: '$' },
  ...{ percnt: '%', lpar: '(', rpar: ')', ast: '*', midast: '*', comma: ',', period: '.', colon: ':', semi: ';', quest: '?' },
  ...{ commat: '@', lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']', bsol: '\\', hat: '^', lowbar: '_', underbar: '_' },
  ...{ grave: '`', diacriticalgrave: '`', lcub: '{', lbrace: '{', rcub: '}', rbrace: '}', verbar: '|', vert: '|' },
  ...{ verticalline: '|' },
};

/** Returns the character that an escape stands for. Returns undefined if it is not to be decoded. */
function decodeEscape(written: string): string | undefined {
  if (written.startsWith('&') && written[1] !== '#') return entities[written.slice(1).replace(';', '').toLowerCase()];
  if (/^\\[^ux]$/i.test(written)) return written[1];
  const digits = written.replace(/[^0-9a-f]/gi, '');
  const code = Number.parseInt(digits, /^&#[0-9]/.test(written) ? 10 : 16);
  // Secrets consist of ASCII characters, so escapes of other characters cannot be part of a secret.
  return code < 128 ? String.fromCharCode(code) : undefined;
}

function decodeLayer({ text, starts }: View): View | undefined {
  const parts: string[] = [];
  const placed = new Uint32Array(text.length + 1);
  const startOf = (at: number): number => starts?.[at] ?? at;
  let [length, last] = [0, 0];
  const keep = (until: number): void => {
    for (let at = last; at < until; at++) placed[length++] = startOf(at);
    parts.push(text.slice(last, until));
  };
  for (const { 0: written, index } of text.matchAll(escapes)) {
    const character = decodeEscape(written);
    if (character === undefined) continue;
    keep(index);
    placed[length++] = startOf(index);
    parts.push(character);
    last = index + written.length;
  }
  if (last === 0) return undefined;
  keep(text.length);
  placed[length] = startOf(text.length);
  return { text: parts.join(''), starts: placed };
}

/** Returns the text, and the text after decoding each layer of escapes, up to `depth` layers. */
function viewsOf(text: string): View[] {
  const views: View[] = [{ text }];
  while (views.length <= depth && /[\\%&]/.test(text)) {
    const next = decodeLayer(views.at(-1) as View);
    if (next === undefined) break;
    views.push(next);
  }
  return views;
}

/** A string that reveals a secret wherever it occurs, and the encoding of this string. */
interface Needle {
  text: string;
  form: 'plain' | 'hex' | 'base64';
  words: string;
  /** Number of characters before `text` that also encode part of the secret. `after` counts those after `text`. */
  before: number;
  after: number;
}

/** Encodes `offset` other bytes and the secret in base64. Returns the digits that depend only on the secret. */
function base64Needle(secret: Buffer, offset: number, words: string): Needle {
  const digits = Buffer.concat([Buffer.alloc(offset), secret])
    .toString('base64')
    .replace(/={1,2}$/, '');
  const bits = (offset + secret.length) * 8;
  const [from, until] = [Math.ceil((offset * 8) / 6), Math.floor(bits / 6)];
  return { text: digits.slice(from, until), form: 'base64', words, before: offset > 0 ? 1 : 0, after: bits % 6 > 0 ? 1 : 0 };
}

function needlesOf([secret, words]: Secret): Needle[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/={1,2}$/, '');
  const plain = (text: string): Needle => ({ text, form: 'plain', words, before: 0, after: 0 });
  // Also searches for the decoded forms of a secret that looks like an escape, because decoding a text changes the secret too.
  const looks = viewsOf(secret).map(({ text }) => text);
  // The secret may have been encoded in another way before it was encoded as base64 or hexadecimal.
  const within = [secret, encodeURIComponent(secret), base64, bytes.toString('base64url'), bytes.toString('hex')];
  const needles = [
    ...looks.filter(({ length }) => length >= shortestSecret).map(plain),
    ...within.flatMap((text) => [
      { ...plain(Buffer.from(text).toString('hex')), form: 'hex' as const },
      ...[0, 1, 2].map((offset) => base64Needle(Buffer.from(text), offset, words)),
    ]),
  ];
  return [...new Map(needles.map((needle) => [`${needle.form} ${needle.text}`, needle])).values()];
}

interface Found {
  start: number;
  end: number;
  words: string;
}

function findIn({ text, starts }: View, needles: readonly Needle[]): Found[] {
  const forms = {
    plain: text,
    hex: text.replace(/[A-F]+/g, (digits) => digits.toLowerCase()),
    base64: text.replaceAll('-', '+').replaceAll('_', '/'),
  };
  const found: Found[] = [];
  const placeOf = (at: number): number => starts?.[at] ?? at;
  for (const { text: needle, form, words, before, after } of needles) {
    const hay = forms[form];
    for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + needle.length)) {
      const [start, end] = [Math.max(0, at - before), Math.min(text.length, at + needle.length + after)];
      found.push({ start: placeOf(start), end: placeOf(end), words });
    }
  }
  return found;
}

/**
 * Makes a function that masks, in linear time, secrets of at least 8 characters in every common encoding: with several layers of
 * escapes of JSON, URLs and HTML, in base64, or in hexadecimal.
 */
export function maskSecrets(secrets: readonly Secret[]): (text: string) => string {
  const needles = secrets.filter(([{ length }]) => length >= shortestSecret).flatMap(needlesOf);
  if (needles.length === 0) return (text) => text;
  const shortest = Math.min(...needles.map(({ text }) => text.length));
  return (text) => {
    if (text.length < shortest) return text;
    const found = viewsOf(text).flatMap((view) => findIn(view, needles));
    if (found.length === 0) return text;
    // If two matches start at the same place, the longer one comes first.
    found.sort((one, other) => one.start - other.start || other.end - one.end);
    const parts: string[] = [];
    let last = 0;
    for (const { start, end, words } of found) {
      if (start >= last) parts.push(text.slice(last, start), words);
      last = Math.max(last, end);
    }
    return parts.join('') + text.slice(last);
  };
}
