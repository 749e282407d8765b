/**
 * A log with the same methods as pino's: they take an object with facts, and a sentence. Callers never pass a secret, a URL or
 * the text of a receipt.
 */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
