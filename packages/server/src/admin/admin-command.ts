import type { RandomBytes } from '@payment-invoice/kit/ids';
import type { Store } from '../store/store.ts';

/** The services that a command can use. */
export interface AdminServices {
  store: Store;
  dataDir: string;
  /** The URL of a PostgreSQL database; undefined when the database is a file in `dataDir`. */
  databaseUrl: string | undefined;
  /** The Unix time in milliseconds. */
  now: number;
  randomBytes: RandomBytes;
  /**
   * Returns the key that seals callback secrets.
   * @throws StartError when there is none
   */
  callbackKey(): Promise<Buffer>;
  /**
   * Returns the key that is to seal callback secrets from now on.
   * @throws StartError when there is none
   */
  newCallbackKey(): Buffer;
}

/** The arguments after the command's words. */
export interface AdminInput {
  argument: string | undefined;
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** One row of a command's output, shown both to people and to programs. */
export type AdminRow = Readonly<Record<string, string | null>>;

/** A command of the operator. */
export interface AdminCommand {
  /** The words that call the command, such as `account create`. */
  words: string;
  /** The arguments after the words, as help shows them. */
  usage: string;
  help: string;
  /** The argument; undefined when the command takes none. */
  argument?: { name: string; optional?: true };
  options?: Readonly<Record<string, { type: 'string' | 'boolean' }>>;
  /** Set when the command changes nothing and needs no line in the trail. */
  onlyReads?: true;
  /** Set when the command must not open the database, because opening it migrates the tables to the newest version. */
  opensNothing?: true;
  /** Set if the command creates the database, and so may be run before there is one. */
  makesDatabase?: true;
  /**
   * Runs the command.
   * @throws UsageError with a sentence when it cannot be done as requested
   */
  run(services: AdminServices, input: AdminInput): Promise<readonly AdminRow[]>;
}
