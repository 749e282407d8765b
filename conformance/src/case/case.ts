import type { Listener } from '../callbacks/listener.ts';
import type { Contract, Requirement } from '../contract/contract.ts';
import type { Finding } from '../outcome/finding.ts';
import type { Subject } from '../subject/subject.ts';

/** Everything that a running case gets: the contract, the subject to send requests to, and more. */
export interface CaseContext {
  contract: Contract;
  subject: Subject;
  /** Receives callbacks. Absent if the suite does not listen. */
  listener?: Listener;
  /** Features beyond core that the deployment claims. */
  features: ReadonlySet<string>;
}

export interface Case {
  /** The folder below `cases/`, the topic, and the detail that the case tests, separated by slashes. An id never changes. */
  id: string;
  /** States the correct behaviour, in the present tense. */
  title: string;
  /** The id of the requirement that the case tests, or `requirement/clause` for one of its clauses. */
  requirement: string;
  /** Ids of other requirements that the case also checks, so that its findings may name them. */
  covers?: string[];
  /** Further clauses that the case tests, as `requirement/clause`. */
  tries?: string[];
  operations: string[];
  /** True if the request, the expectation and the requirement come from the contract, so that the case changes with it. */
  derived?: boolean;
  /** True if the case checks that something is present or accepted and matches its schema, but not that its value is right. */
  ofForm?: boolean;
  /** True if, for the requirements in `covers`, the case checks only that values have the right form and stay the same. */
  coversForm?: boolean;
  /** Facts of the contract that the case proves, such as `scope of` with an operationId. The plan check reads them. */
  proves?: string[];
  problem?: string;
  /** Features that the deployment must claim besides the feature of the requirement. */
  features?: string[];
  /** Runs after all other cases, while nothing else runs, because other requests could hide a defect. */
  alone?: boolean;
  /** Makes part of the deployment unavailable for a long time. Runs before all other cases. */
  disturbs?: boolean;
  /** Restarts the deployment. All such cases run together near the end, so that one restart is enough for all. */
  restarts?: boolean;
  /** Moves the deployment's clock. All such cases run together, after the other cases. */
  movesClock?: boolean;
  /** Compares the deployment's clock with real time. Starts when all other cases have ended or wait for a move of the clock. */
  keepsTime?: boolean;
  /**
   * With some deployments, has to wait several seconds. Starts before the other cases, so that they run during the wait. If a
   * number is given, the case waits this many milliseconds with every deployment. The longest waits start first.
   */
  waits?: boolean | number;
  /** Seconds that the case must be able to wait for a callback. The case is skipped if `--callback-wait` is less. */
  callbackWait?: number;
  /** Judges the exchanges of all other cases. Runs at the end. */
  judgesRecord?: boolean;
  /** Both a success and a refusal are right; only a server error or a changed value is wrong. */
  takesEither?: boolean;
  /** Runs the case, which passes if it returns no findings. @throws CaseSkipped or CaseInconclusive if the case can't decide */
  run(context: CaseContext): Promise<Finding[]>;
}

/** A case together with its file and the properties of its requirement. */
export interface PlannedCase extends Case {
  /** Path relative to the suite's folder, such as `cases/create-payment/answer.ts`. */
  file: string;
  level: Requirement['level'];
  support: Requirement['support'];
  feature?: string;
  /** Ids of all statements that the case tests: requirements and clauses. */
  tries: string[];
}

export type DeclareCases = (contract: Contract) => Case[];

/** The files in one folder of `cases/`: the name of each, and the function that declares its cases. */
export type CaseFolder = Record<string, DeclareCases>;
