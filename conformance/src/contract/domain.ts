/** Names of the rules that apply to the responses of all operations. */
type Rule =
  | 'allowed-methods'
  | 'json'
  | 'not-stored'
  | 'problem'
  | 'problem-code'
  | 'problem-items'
  | 'problem-request-id'
  | 'problem-status'
  | 'progress'
  | 'read-again'
  | 'replayed'
  | 'request-id'
  | 'token-kept';

/**
 * The facts about a domain, such as payments, that its contracts do not state in a form that the suite can read. A contract is
 * read with the facts of its domain. Any other document is a plain one.
 */
export interface DomainFacts {
  /** The folder with everything that the suite knows about the domain. */
  room: string;
  /** Returns whether a document is a contract of this domain. */
  recognizes(document: Readonly<Record<string, unknown>>): boolean;
  /** JSON pointers to the sections that its contracts must have. */
  sections: readonly string[];
  /** JSON pointer to the schema with the lifecycle of the main object. */
  lifecycle: string;
  /** The id of each rule's requirement. */
  rules: Readonly<Record<Rule, string>>;
  /** For the code of a problem, the challenge that a response with this code must contain. */
  challenges: ReadonlyMap<string, ExpectedChallenge>;
  /** Names that hand-written cases expect in a contract, by their kind. */
  names: Readonly<Record<NameKind, readonly string[]>>;
  /** Words for messages to users whose deployment does not accept any create request. */
  words: { api: string; choice: string; other: string; options: string };
  /** Lists field values for create requests, from the command's options. They are tried in order until a request is accepted. */
  choices(options: Inputs): Inputs[];
  /** The header that marks a response as a repetition of the first response to the same idempotency key. */
  replayed: string;
  /** The operation that a deployment may refuse because the suite lacks an ability, and advice about this ability. */
  lacking: { operation: string; ability: string; advice: string };
  /** Fields of the main object. A response with fewer than three of them may be only a web page, or a message of a framework. */
  signs: readonly string[];
  /** The fields of the main object with the times at which it was created and at which it expires. */
  times: { created: string; expires: string };
  /** The fields that must have different values in any two main objects, each with its requirement. */
  distinct: Readonly<Record<string, string>>;
  /** A field that repeats a value of a create request. Its schema is checked only if no create request contained its value. */
  repeated: string;
  /** A field that must stay the same although the contract does not say so. Without the feature, it may change with the state. */
  lasting: { field: string; feature: string };
  /** For each final state, the requirement that makes it final. */
  final: Readonly<Record<string, string>>;
  /**
   * Finds a field, other than the state, whose later value must not follow its earlier one, such as a total that has fallen.
   * @param final the requirement that makes the state final, if both responses show the same final state
   */
  findTakenBack(earlier: Inputs, later: Inputs, final?: string): { requirement: string; field: string } | undefined;
}

/** A challenge in WWW-Authenticate for bearer tokens. */
export interface ExpectedChallenge {
  requirement: string;
  /** The challenge in words. */
  shown: string;
  isRight(parameters: ReadonlyMap<string, string>): boolean;
}

type Inputs = Readonly<Record<string, unknown>>;

export type NameKind = 'field' | 'feature' | 'parameter' | 'header' | 'header where no operation is' | 'header of callbacks';

/** Returns the facts about the domain of a contract. @throws Error for a plain document, which has no domain */
export function factsOf({ domain }: { domain?: DomainFacts }): DomainFacts {
  if (!domain) throw new Error('A plain document belongs to no domain.');
  return domain;
}

/** Returns the id of a rule's requirement in this contract. @throws Error for a plain document, which states no such rules */
export const ruleOf = (contract: { domain?: DomainFacts }, rule: Rule): string => factsOf(contract).rules[rule];
