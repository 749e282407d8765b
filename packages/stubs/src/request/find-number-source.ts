const number = /-?\d[\d.eE+-]*/y;

/**
 * Returns the digits of the number at the JSON pointer (RFC 6901) as the text has them; undefined when there is no number.
 * So small a scan is enough because the text has passed JSON.parse and has no property twice.
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

/** Finds the start of a property's value, or of an item, in the object or array at `at`. */
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

/** Skips without recursion, as the value may be nested to any depth. */
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

// The engine skips a run; a loop here takes twenty times as long for one of 32 KB.
const string = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?/y;
const space = /[ \t\r\n]*/y;

/** Skips from the opening quote to the character after the closing one. */
const skipString = (json: string, at: number): number => skip(string, json, at);

const skipSpace = (json: string, at: number): number => skip(space, json, at);

function skip(run: RegExp, json: string, at: number): number {
  run.lastIndex = at;
  run.test(json);
  return run.lastIndex;
}
