import type { ApiAnswer } from './api-exchange.ts';

/** The JSON of an answer: bytes and not a string, to which frameworks add a charset that JSON does not have (RFC 8259 §11). */
export function writeBody(answer: ApiAnswer): Buffer {
  return Buffer.from(JSON.stringify(answer.body));
}
