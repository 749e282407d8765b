import type { StartOptions } from '../servers/serve-requests.ts';
import type { OnCore, OnFull, OnItsOwn, OnSecond } from '../servers/start-server.ts';
import type { RunningServer } from '../src/engine/running-server.ts';

/** A variant as its table declares it: a complete server, or the steps of a server that it replaces. */
export type VariantRecord = {
  title: string;
  /** The reason why the source document allows it. */
  why: string;
  /** Features of the contract that the server claims besides core. */
  features?: readonly string[];
  /** SHOULD requirements that it breaks, for which the suite may warn. */
  leaves?: readonly string[];
  /** Cases that cannot be tried on it. */
  untried?: readonly string[];
  /** Seconds to wait for callbacks, if the variant meets the cases that take long. */
  callbackWait?: number;
} & (OnCore | OnFull | OnSecond | OnItsOwn);

/** The variants of one theme, by id. */
export type VariantTable = Readonly<Record<string, VariantRecord>>;

/** A server that differs from the reference server and is just as correct: the suite must find nothing in it. */
export interface Variant extends Pick<VariantRecord, 'title' | 'why' | 'features' | 'leaves' | 'untried' | 'callbackWait'> {
  id: string;
  start(options?: StartOptions): Promise<RunningServer>;
}
