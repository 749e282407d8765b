import type { RandomBytes } from '../engine/make-id.ts';
import type { Store } from '../store/store.ts';

/** What a command works with. */
export interface AdminServices {
  store: Store;
  dataDir: string;
  /** Milliseconds since 1970. */
  now: number;
  randomBytes: RandomBytes;
  /** The key that seals callback secrets. @throws StartError when there is none */
  callbackKey(): Promise<Buffer>;
  /** The key that shall seal them from now on. @throws StartError when there is none */
  newCallbackKey(): Buffer;
}

/** What was written after the command's words. */
export interface AdminInput {
  argument: string | undefined;
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** What a command has to say: rows for people and programs alike. */
export type AdminRow = Readonly<Record<string, string | null>>;

/** One thing that an operator can do. */
export interface AdminCommand {
  /** As `account create`. */
  words: string;
  /** What follows the words, as help shows it. */
  usage: string;
  help: string;
  /** What the argument is; undefined when the command takes none. */
  argument?: { name: string; optional?: true };
  options?: Readonly<Record<string, { type: 'string' | 'boolean' }>>;
  /** Whether it may be the first that is done, before there is a database. */
  makesDatabase?: true;
  /** @throws UsageError with a sentence when it cannot be done as asked */
  run(services: AdminServices, input: AdminInput): Promise<readonly AdminRow[]>;
}
