import type { Contract } from '../contract/contract.ts';
import { type Exchange, responseHeader } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';
import { makeFinding } from '../outcome/make-finding.ts';
import { checkAllow, checkHeader } from '../record/check-responses.ts';
import type { ownResponses } from '../record/own-responses.ts';
import type { TrafficMemory } from './traffic-memory.ts';

/** Headers that every response must have, each with its requirement. */
const rules = [
  {
    requirement: 'answers-not-stored',
    name: 'Cache-Control',
    isRight: (value: string) => /\bno-store\b/i.test(value),
    expected: 'no-store',
  },
  {
    requirement: 'request-id-on-every-answer',
    name: 'X-Request-Id',
    isRight: (value: string) => value !== '',
    expected: 'an id',
  },
];
const json = {
  requirement: 'answers-are-json',
  name: 'Content-Type',
  isRight: (value: string) => /^application\/(problem\+)?json\s*(;|$)/i.test(value),
  expected: 'application/json or application/problem+json',
};

type Own = ReturnType<typeof ownResponses>[number];

/** Judges the headers of a response, and returns the findings with the requirements that were checked. */
export function checkHeaders(contract: Contract, own: Own, memory: TrafficMemory): { tried: string[]; findings: Finding[] } {
  const { exchange, response } = own;
  const looked = [...rules, ...(response.text === '' ? [] : [json])];
  const findings = looked.flatMap(({ requirement, ...rule }) => checkHeader(contract, requirement, rule, [own]));
  return {
    tried: [...looked.map(({ requirement }) => requirement), ...(response.status === 405 ? ['allow-lists-methods'] : [])],
    findings: [...findings, ...checkAllow(contract, [own]), ...checkRequestId(contract, exchange, memory)],
  };
}

function checkRequestId(contract: Contract, exchange: Exchange, memory: TrafficMemory): Finding[] {
  const id = exchange.answer && responseHeader(exchange.answer, 'x-request-id');
  const before = id === undefined || id === '' ? undefined : memory.seen('X-Request-Id', id, exchange.startedAt);
  if (before === undefined) return [];
  return [
    makeFinding(contract, 'request-id-on-every-answer', {
      member: 'X-Request-Id',
      expected: 'X-Request-Id: another in each response',
      received: `X-Request-Id: ${id}, as at ${before}`,
      exchanges: [exchange],
    }),
  ];
}
