import { requirementAbout, requirementById } from '../../src/contract/contract.ts';
import { jsonRequest } from '../../src/subject/subject.ts';
import type { DeriveViolations } from './violation.ts';

const others = ['GET', 'PUT', 'PATCH', 'DELETE'];

/** Each other method at the operation's path. */
export const methodViolations: DeriveViolations = (contract, operation) =>
  others.map((method) => ({
    id: `method/${method.toLowerCase()}`,
    title: `${method} at the path of ${operation.slug} gives no invoice`,
    requirement: requirementAbout(operation, 'method'),
    pointer: operation.pointer,
    kind: 'method',
    request(body) {
      const spec = { ...jsonRequest(operation.path, body), method };
      if (method === 'GET') {
        const query = new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]));
        spec.path += `?${query}`;
        spec.headers = spec.headers.filter(([name]) => name !== 'Content-Type');
        delete spec.body;
      }
      return { spec, difference: `method: ${operation.method} → ${method}` };
    },
    problem: { requirement: requirementById(contract, 'problem-code-of-catalogue'), code: 'method_not_allowed' },
  }));
