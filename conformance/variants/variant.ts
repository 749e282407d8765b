import type { StartOptions } from '../servers/serve-requests.ts';
import type { OnCore, OnFull, OnItsOwn, OnSecond } from '../servers/start-server.ts';
import type { RunningServer } from '../src/engine/running-server.ts';

/** A variant as its table declares it: either a complete server, or the changes to a correct one. */
export type VariantRecord = {
  title: string;
  /** Why the source document allows this behaviour. */
  why: string;
  /** Features of the contract that the server claims besides core. */
  features?: readonly string[];
  /** SHOULD requirements that the server does not follow. The suite may report these as warnings. */
  leaves?: readonly string[];
  /** Cases that cannot run against this server. */
  untried?: readonly string[];
  /** Seconds to wait for callbacks. Set it only if the slow cases are to run against the variant. */
  callbackWait?: number;
} & (OnCore | OnFull | OnSecond | OnItsOwn);

/** The variants of one theme, by id. */
export type VariantTable = Readonly<Record<string, VariantRecord>>;

/** A server that differs from the reference server but is equally correct: the suite must report nothing about it. */
export interface Variant extends Pick<VariantRecord, 'title' | 'why' | 'features' | 'leaves' | 'untried' | 'callbackWait'> {
  id: string;
  start(options?: StartOptions): Promise<RunningServer>;
}
