import type { Case, DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { everyOperation, everywhere } from '../play/every-operation.ts';

/** Paths that resemble one of the contract, made from it. */
const resembling: { id: string; title: string; make(path: string): string }[] = [
  { id: 'slash-behind', title: 'a slash behind it', make: (path) => `${path}/` },
  { id: 'two-slashes', title: 'two slashes in it', make: (path) => path.replace('/payments', '//payments') },
  { id: 'in-other-case', title: 'capitals in it', make: (path) => path.replace('/payments', '/Payments') },
  {
    id: 'all-capitals',
    title: 'its last part in capitals',
    make: (path) => path.replace(/[^/]+$/, (last) => last.toUpperCase()),
  },
  { id: 'more-behind', title: 'another part behind it', make: (path) => `${path}/more` },
  { id: 'longer-name', title: 'letters behind its name', make: (path) => `${path}x` },
  { id: 'suffix', title: '.json behind it', make: (path) => `${path}.json` },
  { id: 'parameter', title: 'a parameter behind it', make: (path) => `${path};v=1` },
  { id: 'other-version', title: '/api/v2', make: (path) => path.replace('/v1/', '/v2/') },
  { id: 'without-version', title: 'no version', make: (path) => path.replace('/v1/', '/') },
  { id: 'without-prefix', title: 'no /api/v1', make: (path) => path.replace('/api/v1', '') },
  { id: 'without-api', title: 'no /api', make: (path) => path.replace('/api/', '/') },
  { id: 'parent', title: 'no last part', make: (path) => path.replace(/\/[^/]+$/, '') },
  { id: 'root', title: 'nothing behind /api/v1', make: () => '/api/v1' },
  { id: 'singular', title: 'payment for payments', make: (path) => path.replace('/payments/', '/payment/') },
];

/** Paths that a forgiving router would serve; the contract does not know them. */
export const nearPathsCases: DeclareCases = (contract) => [
  ...resembling.map(
    ({ id, title, make }): Case => ({
      id: `answers/near-paths/${id}`,
      title: `A path of the contract with ${title} is another path: no operation is there`,
      requirement: 'unknown-path-is-404',
      operations: everywhere(contract).map(({ slug }) => slug),
      derived: true,
      async run({ subject }) {
        for (const { operation, spec } of await everyOperation(subject)) {
          const exchange = await subject.send({ ...spec, path: make(spec.path) });
          // A redirect to the right path is no answer of the operation.
          if (!exchange.answer || !isSuccess(exchange.answer)) continue;
          return broken(contract, 'unknown-path-is-404', {
            difference: `path of ${operation.slug}: ${spec.path} → ${make(spec.path)}`,
            expected: '404',
            received: `${exchange.answer.status} ${showValue(exchange.answer.text)}`,
            exchanges: [exchange],
          });
        }
        return [];
      },
    }),
  ),
];
