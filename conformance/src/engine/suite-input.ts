import type { ListenerSettings } from '../callbacks/listener.ts';
import type { ReadDocument } from '../contract/load-contract.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Recorded } from '../subject/recorder.ts';
import type { SubjectSettings } from '../subject/subject.ts';
import type { CaseResult } from './verdict.ts';

/** How payments are made: a module, or a command. Neither: made-up receipts are tried. */
export interface AdapterSource {
  module?: string;
  payCommand?: string;
}

/** All that the worker needs; plain data, since it crosses a thread. */
export interface SuiteInput {
  contract: ReadDocument;
  settings: SubjectSettings;
  adapter: AdapterSource;
  features: string[];
  strict: boolean;
  cases: string[];
  /** Requests a second, at most. */
  rate?: number;
  /** Where callbacks come to; absent where the suite listens nowhere. */
  callbacks?: ListenerSettings;
  /** The create that was accepted before the run. */
  baseline: Exchange;
}

declare module 'vitest' {
  interface ProvidedContext {
    suite: SuiteInput;
  }
  interface TaskMeta {
    result?: CaseResult;
    /** What was asked and answered since the case before. */
    recorded?: Recorded[];
  }
}
