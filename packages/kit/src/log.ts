/** A log with pino's methods. They get facts and a sentence, which never contain a secret, a URL or the text of a receipt. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
