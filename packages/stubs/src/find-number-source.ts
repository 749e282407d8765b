const number = /-?\d[\d.eE+-]*/y;

/**
 * How the number at the JSON pointer (RFC 6901) is written in the text; undefined when there is none.
 * The text must already have been accepted by JSON.parse, without a member twice; that is what makes so small a scan enough.
 */
export function findNumberSource(json: string, pointer: string): string | undefined {
  let at = skipSpace(json, 0);
  for (const segment of pointer.split('/').slice(1)) {
    const child = findChild(json, at, segment.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (child === undefined) return undefined;
    at = child;
  }
  number.lastIndex = at;
  return number.exec(json)?.[0];
}

/** Where the member or item of the value at `at` begins. */
function findChild(json: string, at: number, name: string): number | undefined {
  const isArray = json[at] === '[';
  if (!isArray && json[at] !== '{') return undefined;
  let next = skipSpace(json, at + 1);
  for (let index = 0; json[next] !== ']' && json[next] !== '}'; index++) {
    let found = isArray && String(index) === name;
    if (!isArray) {
      const end = skipString(json, next);
      found = JSON.parse(json.slice(next, end)) === name;
      // Over the colon.
      next = skipSpace(json, skipSpace(json, end) + 1);
    }
    if (found) return next;
    next = skipSpace(json, skipValue(json, next));
    if (json[next] === ',') next = skipSpace(json, next + 1);
  }
  return undefined;
}

/** No recursion: what is skipped may be as deep as it likes. */
function skipValue(json: string, at: number): number {
  let depth = 0;
  let next = at;
  do {
    const character = json[next] ?? '';
    if ('{['.includes(character)) depth++;
    else if ('}]'.includes(character)) depth--;
    next = character === '"' ? skipString(json, next) : next + 1;
    // At depth 0 a string or a bracket has just ended, or a number or a word ends where something else begins.
  } while (depth > 0 || !/[\s,}\]]|$/y.test(json.charAt(next)));
  return next;
}

/** From the opening quote to behind the closing one. */
function skipString(json: string, at: number): number {
  let end = at + 1;
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end + 1;
}

function skipSpace(json: string, at: number): number {
  let next = at;
  while (' \t\r\n'.includes(json.charAt(next) || '.')) next++;
  return next;
}
