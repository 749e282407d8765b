import type { Case } from '../../../src/case/case.ts';
import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { methodsAt } from '../../../src/contract/operation-at.ts';
import { responseHeader } from '../../../src/http/exchange.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { judgeCode } from './send-violation.ts';

const others = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];

/** Headers of the OPTIONS request that a browser sends before a cross-origin request (Fetch, CORS preflight). */
const preflight: [string, string][] = [
  ['Origin', 'https://shop.example'],
  ['Access-Control-Request-Method', 'POST'],
];

/** Derives cases which check that any other method at an operation's path is refused with 405 and Allow. */
export function deriveMethods(contract: Contract, operation: Operation): Case[] {
  const methods = methodsAt(contract, operation);
  // Many servers respond to HEAD wherever they respond to GET, as HTTP requires.
  const known = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  return others
    .filter((method) => !known.includes(method))
    .map(
      (method): Case => ({
        id: `${operation.slug}/method/${method.toLowerCase()}/status`,
        title: `${method} at the path of ${operation.slug} is refused with 405 and Allow`,
        requirement: 'other-method-is-405',
        covers: ['allow-lists-methods'],
        operations: [operation.slug],
        derived: true,
        async run({ subject, features }) {
          const { body: _body, ...spec } = requestFor(operation, {});
          const plain = await subject.send({ ...spec, method });
          // Some servers treat a preflight, an OPTIONS request with more headers, in another way. It must get a 405 too.
          const asks = method === 'OPTIONS' && plain.answer?.status === 405;
          const exchange = asks ? await subject.send({ ...spec, method, headers: [...spec.headers, ...preflight] }) : plain;
          const status = exchange.answer?.status;
          const allow = exchange.answer && responseHeader(exchange.answer, 'allow');
          const exchanges = [exchange];
          if (status !== 405)
            return broken(contract, 'other-method-is-405', { expected: 'status 405', received: `status ${status}`, exchanges });
          const lists = allow?.split(',').map((name) => name.trim().toUpperCase()) ?? [];
          if (!lists.includes(operation.method) || lists.includes(method)) {
            const about = { member: 'Allow', expected: `Allow: ${operation.method}`, received: `Allow: ${allow ?? 'absent'}` };
            return broken(contract, 'allow-lists-methods', { ...about, exchanges });
          }
          // The response to a HEAD has no body to judge.
          return method === 'HEAD' ? [] : judgeCode(contract, features, 'other-method-is-405', 'method_not_allowed', exchange);
        },
      }),
    );
}
