import { isClaimed } from '../contract/claimed-schema.ts';
import { type Contract, echoOf, fieldRequirement, findAbout, type Operation, requirementsOf } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { factsOf, ruleOf } from '../contract/domain.ts';
import { pointed } from '../contract/follow-reference.ts';
import { operationAt, operationsAt } from '../contract/operation-at.ts';
import { noServerError } from '../contract/plain/state-promises.ts';
import { type Exchange, isSuccess, responseHeader } from '../http/exchange.ts';
import { broken, type Finding } from '../outcome/finding.ts';
import { checkEchoes } from '../record/check-echoes.ts';
import { checkForms } from '../record/check-forms.ts';
import { checkRelations } from '../record/check-relations.ts';
import {
  checkAllow,
  checkHeader,
  checkNoServerError,
  checkNoToken,
  checkProblems,
  checkReplays,
} from '../record/check-responses.ts';
import { checkProgress } from '../record/check-states.ts';
import { checkLasting } from '../record/lasting-fields.ts';
import { type Own, ownResponses } from '../record/own-responses.ts';
import { type Shown, shownInvoices } from '../record/shown-invoices.ts';
import { checkSuccess, hasToken, triedBySuccess } from './check-success.ts';
import { type Judgement, judgeMasked } from './judge-documented.ts';
import { TrafficMemory } from './traffic-memory.ts';

/** Milliseconds after which a deployment must show a change in its responses. */
const settle = 10_000;
/** The rules that every error response must follow. */
const ofProblems = ['problem', 'problem-code', 'problem-status', 'problem-request-id'] as const;

/** Judges recorded exchanges in order. Checks everything that can be checked without sending requests. */
export class TrafficJudge {
  readonly #contract: Contract;
  readonly #features: ReadonlySet<string>;
  readonly #memory = new TrafficMemory();
  readonly #fieldsTried = new Map<Operation, string[]>();

  /** @param features the features that the deployment claims */
  constructor(contract: Contract, features: ReadonlySet<string>) {
    this.#contract = contract;
    this.#features = features;
  }

  /** Judges an exchange whose path is relative to the base URL. @param original the exchange before its secrets were masked */
  judge(exchange: Exchange, original = exchange): Judgement {
    const contract = this.#contract;
    const { request, answer: response } = exchange;
    if (response === undefined) return { tried: [], findings: [] };
    if (contract.plain) return judgeMasked(contract, original, exchange);
    const operation = operationAt(contract, request) ?? operationsAt(contract, request)[0];
    const parts: Judgement[] = [this.#judgeAny(exchange)];
    if (operation)
      parts.push({ tried: this.#triedBy(operation, exchange), findings: checkSuccess(contract, operation, exchange) });
    parts.push({ tried: [], findings: checkRelations(contract, this.#features, [exchange]) });
    for (const shown of shownInvoices(contract, [exchange])) parts.push(this.#judgeShown(shown));
    const isHeld = (id: string): boolean => isClaimed(contract, id, this.#features);
    return {
      tried: [...new Set(parts.flatMap(({ tried }) => tried))].filter(isHeld),
      findings: parts.flatMap(({ findings }) => findings).filter(({ requirement }) => isHeld(requirement)),
    };
  }

  /** Checks what the contract requires of every response. */
  #judgeAny(exchange: Exchange): Judgement {
    const contract = this.#contract;
    const [own] = ownResponses([exchange]);
    if (own === undefined) return { tried: [], findings: [] };
    const headers = checkHeaders(contract, own, this.#memory);
    const isRefusal = own.response.status >= 400 && exchange.request.method !== 'HEAD';
    return {
      tried: [
        ...headers.tried,
        ruleOf(contract, 'token-kept'),
        noServerError,
        ...(isRefusal ? ofProblems.map((rule) => ruleOf(contract, rule)) : []),
      ],
      findings: [
        ...headers.findings,
        ...(isRefusal ? checkProblems(contract, [own]) : []),
        ...checkNoToken(contract, [exchange]),
        ...checkNoServerError(contract, [exchange]),
        ...checkReplays(contract, [exchange]),
      ],
    };
  }

  #triedBy(operation: Operation, exchange: Exchange): string[] {
    const { answer: response, request } = exchange;
    if (response === undefined || request.method !== operation.method) return [];
    if (isSuccess(response)) return triedBySuccess(operation);
    return hasToken(exchange) ? [] : [findAbout(operation, 'authentication')?.id ?? []].flat();
  }

  /** Checks an invoice in a response against its schema, and against earlier responses with the same invoice. */
  #judgeShown(shown: Shown): Judgement {
    const contract = this.#contract;
    const id = String(shown.invoice.id);
    const known = this.#memory.recall(id);
    const isCreate = shown.operation.creates;
    const created = isCreate ? shown : known?.first.operation.creates ? known.first : undefined;
    const findings = [
      ...checkForms(contract, this.#features, [...(created && created !== shown ? [created] : []), shown]).filter(
        ({ exchanges }) => exchanges.includes(shown.exchange),
      ),
      ...(created && (shown.isNew || !isCreate) ? checkEchoes(contract, created, shown) : []),
      ...(shown.isNew ? this.#checkNew(shown) : known ? checkLasting(contract, this.#features, [known.first, shown]) : []),
      ...(shown.isNew ? [] : (known?.latest ?? []).flatMap((earlier) => checkProgress(contract, [earlier, shown], settle))),
    ];
    this.#memory.remember(id, shown);
    const again = known && !shown.isNew ? [ruleOf(contract, 'read-again'), ruleOf(contract, 'progress')] : [];
    const fresh = shown.isNew ? Object.values(factsOf(contract).distinct) : [];
    return { tried: [...this.#fieldsOf(shown.operation), ...again, ...fresh], findings };
  }

  /** Checks that a new invoice shares no value with an earlier invoice in a field that must be distinct, such as the id. */
  #checkNew({ exchange, invoice }: Shown): Finding[] {
    return Object.entries(factsOf(this.#contract).distinct).flatMap(([field, requirement]) => {
      const value = invoice[field];
      if (typeof value !== 'string') return [];
      const before = this.#memory.seen(field, value, exchange.startedAt);
      if (before === undefined) return [];
      const received = `${field}: ${showValue(value)}, as at ${before}`;
      const expected = `${field}: another in each create`;
      return broken(this.#contract, requirement, { member: field, expected, received, exchanges: [exchange] });
    });
  }

  /** Returns the requirements about the fields of the operation's response. */
  #fieldsOf(operation: Operation): string[] {
    const contract = this.#contract;
    const known = this.#fieldsTried.get(operation);
    if (known) return known;
    const tried = Object.entries(operation.response.properties ?? {}).flatMap(([name, schema]) => {
      const own = fieldRequirement(contract, schema, `${operation.responsePointer}/properties/${pointed(name)}`).id;
      const ofKeywords = requirementsOf(contract, schema).flatMap(({ id, keywords }) => (keywords ? [id] : []));
      return [own, ...ofKeywords, ...(echoOf(name, schema) ? [own] : [])];
    });
    this.#fieldsTried.set(operation, [...new Set(tried)]);
    return tried;
  }
}

/** The headers that every response must have, each with its requirement and its check. */
const rules = [
  {
    rule: 'not-stored' as const,
    name: 'Cache-Control',
    isRight: (value: string) => /\bno-store\b/i.test(value),
    expected: 'no-store',
  },
  {
    rule: 'request-id' as const,
    name: 'X-Request-Id',
    isRight: (value: string) => value !== '',
    expected: 'an id',
  },
];
const json = {
  rule: 'json' as const,
  name: 'Content-Type',
  isRight: (value: string) => /^application\/(problem\+)?json\s*(;|$)/i.test(value),
  expected: 'application/json or application/problem+json',
};

function checkHeaders(contract: Contract, own: Own, memory: TrafficMemory): Judgement {
  const { exchange, response } = own;
  const looked = [...rules, ...(response.text === '' ? [] : [json])].map((one) => ({
    ...one,
    requirement: ruleOf(contract, one.rule),
  }));
  const findings = looked.flatMap(({ requirement, ...about }) => checkHeader(contract, requirement, about, [own]));
  return {
    tried: [
      ...looked.map(({ requirement }) => requirement),
      ...(response.status === 405 ? [ruleOf(contract, 'allowed-methods')] : []),
    ],
    findings: [...findings, ...checkAllow(contract, [own]), ...checkRequestId(contract, exchange, memory)],
  };
}

function checkRequestId(contract: Contract, exchange: Exchange, memory: TrafficMemory): Finding[] {
  const id = exchange.answer && responseHeader(exchange.answer, 'x-request-id');
  const before = id === undefined || id === '' ? undefined : memory.seen('X-Request-Id', id, exchange.startedAt);
  if (before === undefined) return [];
  return broken(contract, ruleOf(contract, 'request-id'), {
    member: 'X-Request-Id',
    expected: 'X-Request-Id: another in each response',
    received: `X-Request-Id: ${id}, as at ${before}`,
    exchanges: [exchange],
  });
}
