import type { Contract, Requirement, Schema } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { ruleOf } from '../contract/domain.ts';
import { follow } from '../contract/follow-reference.ts';
import { type Exchange, responseHeader, responseObject } from '../http/exchange.ts';
import { challengesIn, missingChallenge } from '../http/read-challenges.ts';
import { type Finding, makeFinding } from '../outcome/finding.ts';

/** An item that the problem's `errors` must contain, for one wrong field. */
export interface ExpectedItem {
  pointer: string;
  /** The code of the item, or a list if any of several codes is right. */
  code?: string | readonly string[];
}

/** A refusal that the contract requires: the problem to respond with, and where and why the request is wrong. */
export interface ExpectedRefusal {
  pointer: string;
  member?: string;
  difference?: string;
  problem: { requirement: Requirement; code: string; item?: ExpectedItem };
}

/** Checks that a response is the problem that the contract lists: its status, media type, fields, headers and `errors`. */
export function checkProblem(
  contract: Contract,
  { pointer, member, difference, problem }: ExpectedRefusal,
  exchange: Exchange,
): Finding[] {
  const response = exchange.answer;
  if (!response) return [];
  const findings: Finding[] = [];
  const about = { ...(member !== undefined && { member }), ...(difference !== undefined && { difference }) };
  const say = (id: string, expected: string, received: string): void => {
    findings.push(makeFinding(contract, id, { pointer, expected, received, exchanges: [exchange], ...about }));
  };
  const catalogued = contract.problems.get(problem.code);
  if (!catalogued) throw new Error(`The catalogue has no problem ${problem.code}.`);
  const body = responseObject(response);

  if (response.status !== catalogued.status || body?.code !== problem.code) {
    const received = `${response.status} ${showCode(body?.code)}: ${showValue(response.text)}`;
    say(problem.requirement.id, `${catalogued.status} ${problem.code}`, received);
    return findings;
  }
  const type = responseHeader(response, 'content-type') ?? 'absent';
  if (!/^application\/problem\+json\s*(;|$)/i.test(type))
    say(ruleOf(contract, 'problem'), 'Content-Type: application/problem+json', `Content-Type: ${type}`);
  const validate = contract.compile('#/components/schemas/Problem');
  if (!validate(body)) {
    const received = validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ') ?? '';
    say(ruleOf(contract, 'problem'), 'a problem that matches the schema Problem', received);
  }
  if (body.status !== response.status)
    say(ruleOf(contract, 'problem-status'), `status: ${response.status}`, `status: ${showValue(body.status)}`);
  const requestId = responseHeader(response, 'x-request-id');
  if (requestId === undefined || body.requestId !== requestId) {
    const expected = `requestId as in X-Request-Id: ${requestId ?? 'absent'}`;
    say(ruleOf(contract, 'problem-request-id'), expected, `requestId: ${showValue(body.requestId)}`);
  }
  const challenge = response.status === 401 ? missingChallenge(contract, problem.code, response) : undefined;
  if (challenge !== undefined)
    say(problem.requirement.id, `WWW-Authenticate: ${challenge.shown}`, `WWW-Authenticate: ${challengesIn(response)}`);
  const { item } = problem;
  if (item) {
    const items: { pointer?: unknown; code?: string }[] = (Array.isArray(body.errors) ? body.errors : []).map(Object);
    const named = items.find(({ pointer, code = '' }) => pointer === item.pointer && isCodeOf(contract, item, code));
    if (!named) say(ruleOf(contract, 'problem-items'), `errors with ${showValue(item)}`, `errors: ${showValue(body.errors)}`);
  }
  return findings;
}

/** Returns whether an item may have this code. An unlisted code is allowed, unless a requirement states the right code. */
function isCodeOf({ document, requirements }: Contract, { code: right }: ExpectedItem, code: string): boolean {
  if (right === undefined || [right].flat().includes(code)) return true;
  const isStated = [...requirements.values()].some(({ text }) => [right].flat().some((one) => text.includes(`item \`${one}\``)));
  const { enum: listed = [] } = follow(document, '#/components/schemas/ProblemItemCode') as Schema;
  return !isStated && code !== '' && !listed.includes(code);
}

/** Renders the `code` of a problem for a finding, or says that the problem has none. */
export const showCode = (code: unknown): string => (code === undefined ? 'without `code`' : showValue(code));
