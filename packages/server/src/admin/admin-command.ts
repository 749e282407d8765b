import type { RandomBytes } from '@payment-invoice/kit/ids';
import type { Store } from '../store/store.ts';

/** The services of a command. */
export interface AdminServices {
  store: Store;
  dataDir: string;
  /** The URL of a PostgreSQL database; undefined when the database is a file in `dataDir`. */
  databaseUrl: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
  randomBytes: RandomBytes;
  /** The key that seals callback secrets. @throws StartError when there is none */
  callbackKey(): Promise<Buffer>;
  /** The key that shall seal them from now on. @throws StartError when there is none */
  newCallbackKey(): Buffer;
}

/** The arguments behind the command's words. */
export interface AdminInput {
  argument: string | undefined;
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** One row of a command's output, for people and programs alike. */
export type AdminRow = Readonly<Record<string, string | null>>;

/** One thing that an operator can do. */
export interface AdminCommand {
  /** As `account create`. */
  words: string;
  /** The arguments behind the words, as help shows them. */
  usage: string;
  help: string;
  /** The argument; undefined when the command takes none. */
  argument?: { name: string; optional?: true };
  options?: Readonly<Record<string, { type: 'string' | 'boolean' }>>;
  /** Set when it changes nothing, and is not worth a line in the trail. */
  onlyReads?: true;
  /** Set when the command must not open the database: opening brings the tables to the newest version. */
  opensNothing?: true;
  /** Set when the command may be the first one, before there is a database. */
  makesDatabase?: true;
  /** @throws UsageError with a sentence when it cannot be done as asked */
  run(services: AdminServices, input: AdminInput): Promise<readonly AdminRow[]>;
}
