/** A log that takes facts and a sentence, as pino does. It never gets a secret, a URL or the text of a receipt. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
