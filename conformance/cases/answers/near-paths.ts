import type { Case, DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { methodsAt } from '../../src/contract/operation-at.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { encodeText } from '../../src/subject/request-for.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { judgeNoSuccess } from '../derive/refusals/send-violation.ts';
import { everyOperation, everywhere, firstWrong } from '../play/odd-input.ts';

/** Captures a path up to and including its version, and the first segment after that. */
const parts = /^((?:\/api)?(?:\/v\d+)?\/)([^/]+)/;

/** Changes the first segment after the version, such as `payments`. */
const changeName =
  (change: (name: string) => string) =>
  (path: string): string =>
    path.replace(parts, (_, before: string, name: string) => before + change(name));

/** A version that no deployment has. The version after the latest would not do, because a deployment may already serve it. */
const farVersion = '/v997/';

/** Ways to change one of the contract's paths into a similar one. */
const resembling: [id: string, title: string, make: (path: string) => string][] = [
  ['slash-behind', 'a slash behind it', (path) => `${path}/`],
  ['two-slashes', 'two slashes in it', changeName((name) => `/${name}`)],
  ['in-other-case', 'a capital in it', changeName((name) => `${name[0]?.toUpperCase()}${name.slice(1)}`)],
  ['all-capitals', 'its last part in capitals', (path) => path.replace(/(?<![^/])[^/]+$/, (last) => last.toUpperCase())],
  ['more-behind', 'another part behind it', (path) => `${path}/more`],
  ['more-inside', 'another part in it', changeName((name) => `more/${name}`)],
  ['space-behind', 'an escaped space behind it', (path) => `${path}%20`],
  [
    'escaped-twice',
    'a letter that is escaped twice',
    (path) => path.replace(/\w$/, (last) => `%25${last.charCodeAt(0).toString(16)}`),
  ],
  ['longer-name', 'letters behind its name', (path) => `${path}x`],
  ['suffix', '.json behind it', (path) => `${path}.json`],
  ['parameter', 'a parameter behind it', (path) => `${path};v=1`],
  ['other-version', 'a version far ahead', (path) => path.replace(/\/v\d+\//, farVersion)],
  ['decimal-version', 'a version with a decimal', (path) => path.replace(/\/(v\d+)\//, '/$1.0/')],
  ['without-version', 'no version', (path) => path.replace(/\/v\d+\//, '/')],
  ['without-prefix', 'neither /api nor a version', (path) => path.replace(parts, '/$2')],
  ['without-api', 'no /api', (path) => path.replace('/api/', '/')],
  ['parent', 'no last part', (path) => path.replace(/\/(?<![^/])[^/]+$/, '')],
  ['root', 'nothing behind its version', (path) => /^(\/api)?(\/v\d+)?/.exec(path)?.[0] || '/'],
  ['singular', 'payment for payments', changeName((name) => (name.endsWith('s') ? name.slice(0, -1) : `${name}s`))],
];

export const nearPathsCases: DeclareCases = (contract) => [
  {
    id: 'answers/near-paths/by-id',
    title: 'No path with the id of an invoice shows it, whatever the method: the id goes in the body',
    requirement: 'unknown-path-is-404',
    operations: ['create-payment'],
    async run({ subject }) {
      const { id } = invoiceOf(await sharedCreate(subject));
      const { path } = operationById(contract, 'fetchPayment');
      const base = path.replace(/\/(?<![^/])[^/]+$/, '');
      const name = encodeText(String(id));
      const paths = [
        `${base}/${name}`,
        `${path}/${name}`,
        `${base}?id=${name}`,
        `/api/v1/payment/${name}`,
        `/api/v1/invoices/${name}`,
        base,
      ].filter((near) => methodsAt(contract, { path: near.replace(/\?.*$/s, '') }).length === 0);
      const asked = jsonRequest('', {});
      const { body: _body, ...bare } = asked;
      const tries = paths.flatMap((path) => [
        { ...asked, path },
        { ...bare, path, method: 'GET' },
      ]);
      return firstWrong(tries, async (spec) => {
        const expected = `404 for ${spec.method} of a path that the contract does not know`;
        return judgeNoSuccess(contract, 'unknown-path-is-404', await subject.send(spec), { expected });
      });
    },
  },
  ...resembling.map(
    ([id, title, make]): Case => ({
      id: `answers/near-paths/${id}`,
      title: `A path of the contract with ${title} is another path: no operation is there`,
      requirement: 'unknown-path-is-404',
      operations: everywhere(contract).map(({ slug }) => slug),
      derived: true,
      async run({ subject }) {
        const tries = (await everyOperation(subject)).filter(({ spec }) => make(spec.path) !== spec.path);
        if (tries.length === 0) throw new CaseSkipped(`No path of the contract becomes another one with ${title}.`);
        return firstWrong(tries, async ({ operation, spec }) => {
          // Skips a changed path that is itself a path of the contract.
          if (methodsAt(contract, { path: make(spec.path) }).length > 0) return [];
          const exchange = await subject.send({ ...spec, path: make(spec.path) });
          const difference = `path of ${operation.slug}: ${spec.path} → ${make(spec.path)}`;
          // A response that is not a success is fine, and so is a redirect to the right path.
          return judgeNoSuccess(contract, 'unknown-path-is-404', exchange, { difference, expected: '404' });
        });
      },
    }),
  ),
];
