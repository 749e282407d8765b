/** A request as it came. A fault may change it before it is judged. */
export interface Message {
  method: string;
  path: string;
  query: string;
  /** Names in lower case, in order, repeats kept. */
  headers: [name: string, value: string][];
  /** Undefined where the bytes are no UTF-8. */
  text: string | undefined;
  /** Of the body. */
  bytes: number;
}

/** An answer as it will go. A fault may change it on its way out. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Written as JSON, unless it is a string. */
  body: unknown;
}

/** The value of a header, or undefined. */
export function headerOf(message: Message, name: string): string | undefined {
  return message.headers.find(([candidate]) => candidate === name)?.[1];
}

/** Replaces a header, or takes it out. */
export function setHeader(message: Message, name: string, value: string | undefined): void {
  message.headers = message.headers.filter(([candidate]) => candidate !== name);
  if (value !== undefined) message.headers.push([name, value]);
}

/** The body where it is a JSON object, or undefined. */
export function membersOf({ text }: Message): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Changes the members of a body that is a JSON object. */
export function editMembers(message: Message, change: (members: Record<string, unknown>) => void): void {
  const members = membersOf(message);
  if (!members) return;
  const before = JSON.stringify(members);
  change(members);
  // A body that stays as it was keeps its spelling too.
  if (JSON.stringify(members) === before) return;
  message.text = JSON.stringify(members);
  message.bytes = Buffer.byteLength(message.text);
}
