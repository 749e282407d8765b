/** A message of PostgreSQL's protocol; `type` is empty for the first one of a client, which has none. */
export interface Frame {
  type: string;
  /** The whole message, its head included. */
  bytes: Buffer;
}

/** Cuts a stream into messages. @param hasOpening is true for what a client sends: its first message has no type */
export function readFrames(hasOpening: boolean, onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isOpening = hasOpening;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isOpening ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = isOpening ? '' : String.fromCharCode(bytes[0] ?? 0);
      isOpening = false;
      onFrame({ type, bytes });
    }
  };
}

/** Reads a text that ends with 0. */
export function readText(bytes: Buffer, from: number): string {
  return bytes.toString('utf8', from, bytes.indexOf(0, from));
}

/** Makes a message that prepares a statement into one with another text. */
export function rewriteParse(bytes: Buffer, rewrite: (name: string, text: string) => string): Buffer {
  const name = readText(bytes, 5);
  const textAt = 5 + Buffer.byteLength(name) + 1;
  const text = readText(bytes, textAt);
  const changed = rewrite(name, text);
  if (changed === text) return bytes;
  const types = bytes.subarray(textAt + Buffer.byteLength(text) + 1);
  const made = Buffer.concat([bytes.subarray(0, textAt), Buffer.from(`${changed}\0`), types]);
  made.writeUInt32BE(made.length - 1, 1);
  return made;
}
