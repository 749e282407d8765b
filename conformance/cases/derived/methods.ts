import { type Operation, requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Case } from '../../src/engine/case.ts';
import { answerObject, isSuccess } from '../../src/http/exchange.ts';
import { baselineOf } from '../../src/subject/baseline.ts';
import { jsonRequest } from '../../src/subject/subject.ts';

const others = ['GET', 'PUT', 'PATCH', 'DELETE'];

/** Each other method at the operation's path: whatever it answers, it is no success with an invoice. */
export function methodCases(operation: Operation): Case[] {
  const requirement = requirementAbout(operation, 'method');
  return others.map((method) => ({
    id: `${operation.slug}/method/${method.toLowerCase()}`,
    title: `${method} at the path of ${operation.slug} gives no invoice`,
    requirement: requirement.id,
    operations: [operation.slug],
    async run({ subject }) {
      const { body } = await baselineOf(subject, operation);
      const request = { ...jsonRequest(operation.path, body), method };
      if (method === 'GET') {
        request.path += `?${new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]))}`;
        request.headers = request.headers.filter(([name]) => name !== 'Content-Type');
        delete request.body;
      }
      const exchange = await subject.send(request);
      const answer = exchange.answer;
      const object = answer && isSuccess(answer) ? answerObject(answer) : undefined;
      // Some frameworks answer 200 with a page or a hint of their own: that is no invoice.
      if (!object || !['id', 'paymentUrl', 'status'].some((member) => Object.hasOwn(object, member))) return [];
      return [
        {
          requirement: requirement.id,
          level: requirement.level,
          pointer: operation.pointer,
          difference: `method: ${operation.method} → ${method}`,
          expected: 'no success with an invoice',
          received: `${answer?.status} with ${showValue(object)}`,
          exchanges: [exchange],
        },
      ];
    },
  }));
}
