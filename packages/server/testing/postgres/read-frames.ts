/** A message of PostgreSQL's protocol. `type` is empty for a client's first message, which has none. */
export interface Frame {
  type: string;
  /** The complete message, including its header. */
  bytes: Buffer;
}

/**
 * Splits a stream into messages.
 * @param hasOpening is true for what a client sends, because its first message has no type
 */
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

/** Reads a zero-terminated text. */
export function readText(bytes: Buffer, from: number): string {
  return bytes.toString('utf8', from, bytes.indexOf(0, from));
}

/** Replaces the text in a message that prepares a statement. */
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
