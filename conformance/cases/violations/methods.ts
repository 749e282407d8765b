import { requirementAbout, requirementById } from '../../src/contract/contract.ts';
import { knowsMethod } from '../../src/record/own-responses.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { DeriveViolations } from './violation.ts';

const others = [
  { method: 'GET', id: 'get', title: 'GET' },
  // A handler that is registered for all methods may read the body of a GET too.
  { method: 'GET', id: 'get-with-body', title: 'GET with the body', withBody: true },
  { method: 'GET', id: 'get-overridden', title: 'GET with headers that ask for POST', withBody: true, overridden: true },
  { method: 'POST', id: 'post', title: 'POST' },
  { method: 'PUT', id: 'put', title: 'PUT' },
  { method: 'PATCH', id: 'patch', title: 'PATCH' },
  { method: 'DELETE', id: 'delete', title: 'DELETE' },
  { method: 'QUERY', id: 'query', title: 'QUERY' },
];

/** Headers that make some frameworks use a method other than that of the request line. */
const overriding = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'];

export const methodViolations: DeriveViolations = (contract, operation) =>
  others.map(({ method, id, title, withBody, overridden }) => ({
    id: `method/${id}`,
    title: `${title} at the path of ${operation.slug} returns no invoice`,
    requirement: requirementAbout(operation, 'method'),
    pointer: operation.pointer,
    kind: 'method',
    request(body) {
      const spec = { ...requestFor(operation, body), method };
      if (method === 'GET' && !withBody) {
        const query = new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]));
        spec.path = `${operation.path}?${query}`;
        spec.headers = spec.headers.filter(([name]) => name !== 'Content-Type');
        delete spec.body;
      }
      // Closes the connection, because a server that leaves the body of a GET unread would read it as the next request.
      if (method === 'GET' && withBody) spec.headers = [...spec.headers, ['Connection', 'close']];
      if (overridden) spec.path += `?_method=${operation.method}`;
      if (overridden) spec.headers = [...spec.headers, ...overriding.map((name): [string, string] => [name, operation.method])];
      return { spec, difference: `method: ${operation.method} → ${title}` };
    },
    // Expects the problem only for common methods, because a gateway may refuse an unusual one with its own response.
    ...(knowsMethod(method) && {
      problem: { requirement: requirementById(contract, 'problem-code-of-catalogue'), code: 'method_not_allowed' },
    }),
  }));
