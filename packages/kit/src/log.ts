/** A log with pino's methods. The facts and sentences passed to it never contain a secret, a URL or the text of a receipt. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
