import type { Listener } from '../callbacks/listener.ts';
import type { Contract, Requirement } from '../contract/contract.ts';
import type { Finding } from '../outcome/finding.ts';
import type { Subject } from '../subject/subject.ts';

/** The tools of a running case. */
export interface CaseContext {
  contract: Contract;
  subject: Subject;
  /** The listener for callbacks, if the suite listens at all. */
  listener?: Listener;
  /** The extended features that the deployment claims. */
  features: ReadonlySet<string>;
}

export type Need = 'pay';

export interface Case {
  /** Its folder below `cases/`, its topic and what it tries. An id never changes. */
  id: string;
  /** In the present tense. */
  title: string;
  /** The id of its requirement, or `requirement/clause` for one clause of it. */
  requirement: string;
  /** Ids of other requirements that it also checks and may find broken. */
  covers?: string[];
  /** Further clauses that it tries, as `requirement/clause`. */
  tries?: string[];
  operations: string[];
  /** True if its request, expectation and requirement come from the contract and change with it. */
  derived?: boolean;
  /** True if it checks only that a part is present or accepted, and matches its schema. */
  ofForm?: boolean;
  /** Facts of the contract that it proves, by the names in the plan check, such as `scope of createPayment`. */
  proves?: string[];
  problem?: string;
  /** Features that the deployment must claim besides the requirement's own. */
  features?: string[];
  needs?: Need[];
  /** Runs alone, after all others, because other requests would hide the defect that it looks for. */
  alone?: boolean;
  /** Makes a part of the deployment unavailable for a long time. Runs before all others. */
  disturbs?: boolean;
  /** Restarts the deployment. All such cases run together near the end and share one restart. */
  restarts?: boolean;
  /** Needs the deployment's clock to be moved. All such cases run together, after the others. */
  movesClock?: boolean;
  /** Compares the deployment's clock with the real one. Begins once all other cases are only waiting for the clock. */
  keepsTime?: boolean;
  /** Waits for seconds on some deployments. Begins before the others, which run during its wait. */
  waits?: boolean;
  /** Seconds that it needs to wait for a callback. It is skipped if `--callback-wait` allows fewer. */
  callbackWait?: number;
  /** Judges what the other cases recorded, at the end of the run. */
  judgesRecord?: boolean;
  /** Accepts a success as well as a refusal; only a server error or a changed value is wrong. */
  takesEither?: boolean;
  /** Returns the findings; none means that the requirement held. @throws CaseSkipped or CaseInconclusive if it cannot judge */
  run(context: CaseContext): Promise<Finding[]>;
}

/** A case with its file and the properties of its requirement. */
export interface PlannedCase extends Case {
  /** Path below the suite's folder, such as `cases/create-payment/answer.ts`. */
  file: string;
  level: Requirement['level'];
  support: Requirement['support'];
  feature?: string;
  /** Ids of the statements that it tries: requirements and clauses. */
  tries: string[];
}

export type DeclareCases = (contract: Contract) => Case[];

/** The files of one folder below `cases/`, by name, each with the function that declares its cases. */
export type CaseFolder = Record<string, DeclareCases>;
