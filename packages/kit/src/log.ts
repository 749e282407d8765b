/** A log with methods as pino's: facts and a sentence, never with a secret, a URL or the text of a receipt. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
