import type { Case, DeclareCases } from '../../src/case/case.ts';
import { methodsAt } from '../../src/contract/operation-at.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { encodeText } from '../../src/subject/request-for.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
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
const resembling: { id: string; title: string; make(path: string): string }[] = [
  { id: 'slash-behind', title: 'a slash behind it', make: (path) => `${path}/` },
  { id: 'two-slashes', title: 'two slashes in it', make: changeName((name) => `/${name}`) },
  { id: 'in-other-case', title: 'a capital in it', make: changeName((name) => `${name[0]?.toUpperCase()}${name.slice(1)}`) },
  {
    id: 'all-capitals',
    title: 'its last part in capitals',
    make: (path) => path.replace(/(?<![^/])[^/]+$/, (last) => last.toUpperCase()),
  },
  { id: 'more-behind', title: 'another part behind it', make: (path) => `${path}/more` },
  { id: 'more-inside', title: 'another part in it', make: changeName((name) => `more/${name}`) },
  { id: 'space-behind', title: 'an escaped space behind it', make: (path) => `${path}%20` },
  {
    id: 'escaped-twice',
    title: 'a letter that is escaped twice',
    make: (path) => path.replace(/\w$/, (last) => `%25${last.charCodeAt(0).toString(16)}`),
  },
  { id: 'longer-name', title: 'letters behind its name', make: (path) => `${path}x` },
  { id: 'suffix', title: '.json behind it', make: (path) => `${path}.json` },
  { id: 'parameter', title: 'a parameter behind it', make: (path) => `${path};v=1` },
  { id: 'other-version', title: 'a version far ahead', make: (path) => path.replace(/\/v\d+\//, farVersion) },
  { id: 'decimal-version', title: 'a version with a decimal', make: (path) => path.replace(/\/(v\d+)\//, '/$1.0/') },
  { id: 'without-version', title: 'no version', make: (path) => path.replace(/\/v\d+\//, '/') },
  { id: 'without-prefix', title: 'neither /api nor a version', make: (path) => path.replace(parts, '/$2') },
  { id: 'without-api', title: 'no /api', make: (path) => path.replace('/api/', '/') },
  { id: 'parent', title: 'no last part', make: (path) => path.replace(/\/(?<![^/])[^/]+$/, '') },
  { id: 'root', title: 'nothing behind its version', make: (path) => /^(\/api)?(\/v\d+)?/.exec(path)?.[0] || '/' },
  {
    id: 'singular',
    title: 'payment for payments',
    make: changeName((name) => (name.endsWith('s') ? name.slice(0, -1) : `${name}s`)),
  },
];

export const nearPathsCases: DeclareCases = (contract) => [
  {
    id: 'answers/near-paths/by-id',
    title: 'No path with the id of an invoice shows it, whatever the method: the id goes in the body',
    requirement: 'unknown-path-is-404',
    operations: ['create-payment'],
    async run({ subject }) {
      const { id } = invoiceOf(await sharedCreate(subject));
      const [base, path] = [subject.pathOf('fetchPayment').replace(/\/(?<![^/])[^/]+$/, ''), subject.pathOf('fetchPayment')];
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
        const exchange = await subject.send(spec);
        if (!exchange.answer || !isSuccess(exchange.answer)) return [];
        return broken(contract, 'unknown-path-is-404', {
          ...insteadOf(`404 for ${spec.method} of a path that the contract does not know`, exchange),
        });
      });
    },
  },
  ...resembling.map(
    ({ id, title, make }): Case => ({
      id: `answers/near-paths/${id}`,
      title: `A path of the contract with ${title} is another path: no operation is there`,
      requirement: 'unknown-path-is-404',
      operations: everywhere(contract).map(({ slug }) => slug),
      derived: true,
      async run({ subject }) {
        const tries = (await everyOperation(subject)).filter(({ spec }) => make(spec.path) !== spec.path);
        if (tries.length === 0) throw new CaseSkipped(`No path of the contract becomes another one with ${title}.`);
        for (const { operation, spec } of tries) {
          // Skips a changed path that is itself a path of the contract.
          if (methodsAt(contract, { path: make(spec.path) }).length > 0) continue;
          const exchange = await subject.send({ ...spec, path: make(spec.path) });
          // A response that is not a success is fine, and so is a redirect to the right path.
          if (!exchange.answer || !isSuccess(exchange.answer)) continue;
          return broken(contract, 'unknown-path-is-404', {
            difference: `path of ${operation.slug}: ${spec.path} → ${make(spec.path)}`,
            ...insteadOf('404', exchange),
          });
        }
        return [];
      },
    }),
  ),
];
