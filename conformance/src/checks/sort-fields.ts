/** Returns JSON with the fields of each object by name and without white space; any other text as it is. */
export function sortFields(text: string): string {
  const value = parse(text);
  return value === undefined ? text : JSON.stringify(sorted(value));
}

/** Returns the names of all fields of JSON in their order, as one text; nothing of any other text. */
export function fieldsInOrder(text: string): string {
  return JSON.stringify(namesIn(parse(text)));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function namesIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.entries(value).map(([name, one]) => [name, namesIn(one)]) : [];
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, one]) => [name, sorted(one)]));
}
