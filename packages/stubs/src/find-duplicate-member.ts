/**
 * Whether an object in the text has two members of one name: readers differ on which of them counts (RFC 8259 §4).
 * The text must already have been accepted by JSON.parse; that is what makes so small a scan enough.
 */
export function findDuplicateMember(json: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  for (const [token, name] of json.matchAll(/("(?:[^"\\]|\\.)*")(?:[ \t\r\n]*:)|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (name !== undefined) {
      const names = open.at(-1);
      const decoded: string = JSON.parse(name);
      if (names?.has(decoded)) return true;
      names?.add(decoded);
    } else if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
  }
  return false;
}
