import type { Operation, Requirement } from '../contract/contract.ts';
import { type Exchange, responseHeader, responseJson } from '../http/exchange.ts';
import { deepest, isTooDeep } from '../http/parse-json.ts';
import type { Finding } from '../outcome/finding.ts';

/** Checks that a successful response is JSON, with a media type such as application/json, but not application/problem+json. */
export function checkMediaType(operation: Operation, requirement: Requirement, exchange: Exchange): Finding[] {
  const response = exchange.answer;
  if (!response) return [];
  const { id, level } = requirement;
  const say = (about: Pick<Finding, 'expected' | 'received' | 'member'>): Finding[] => [
    { requirement: id, level, pointer: operation.pointer, exchanges: [exchange], ...about },
  ];
  // Two headers with different types are wrong, because a client may believe either of them.
  const types = new Set(response.headers.filter(([name]) => name === 'content-type').map(([, value]) => value));
  const type = types.size > 1 ? [...types].join(' and ') : responseHeader(response, 'content-type');
  if (type === undefined || types.size > 1 || !/^application\/(?!problem\+)(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type.trim())) {
    const received = `Content-Type: ${type ?? 'absent'}`;
    return say({ member: 'Content-Type', expected: 'Content-Type: application/json', received });
  }
  if (responseJson(response) === undefined) {
    const expected = isTooDeep(response.text) ? `a JSON object, nested no more than ${deepest} deep` : 'a JSON object';
    return say({ expected, received: JSON.stringify(response.text.slice(0, 160)) });
  }
  // Strict JSON parsers refuse a body that is not valid UTF-8. Others replace characters, for example in the field `note`.
  if (response.unreadable) {
    const received = `bytes that are no UTF-8, in ${JSON.stringify(response.text.slice(0, 160))}`;
    return say({ expected: 'JSON in UTF-8 (RFC 8259, section 8.1)', received });
  }
  return [];
}
