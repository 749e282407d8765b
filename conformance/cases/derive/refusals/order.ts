import type { Case } from '../../../src/case/case.ts';
import { showCode } from '../../../src/checks/check-problem.ts';
import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { methodsAt, unknownPath } from '../../../src/contract/operation-at.ts';
import { type Exchange, type RequestSpec, responseObject } from '../../../src/http/exchange.ts';
import { withHeader, withKey } from '../../../src/http/json-request.ts';
import { broken, type Finding } from '../../../src/outcome/finding.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { namesInvoice } from '../../../src/subject/identifier-for.ts';
import { naming, requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { longestKey, prepareCalls } from '../../play/key-trial.ts';
import { withoutScopeOf } from '../../play/mint-token.ts';
import { firstWrong } from '../../play/odd-input.ts';
import { withoutHeader } from './send-violation.ts';

/** One way to make a request wrong. If two mistakes are combined, changes to the body are applied before changes to headers. */
interface Mistake extends Pick<Case, 'title' | 'features'> {
  /** The check that detects the mistake, by its name in the contract's order of checks. */
  check: string;
  code: string;
  fits?(operation: Operation): boolean;
  change?(spec: RequestSpec, operation: Operation, contract: Contract): RequestSpec;
  as?(subject: Subject, operation: Operation): Promise<Subject>;
}

const takesKey = (operation: Operation): boolean => headerOf(operation, 'idempotency-key') !== undefined;

const needed = ({ hasBody, request: { required = [] } }: Operation): string[] => (hasBody ? required : []);

const mistakes: Record<string, Mistake> = {
  path: {
    ...{ check: 'path', title: 'an unknown path', code: 'not_found', fits: ({ creates }) => creates },
    change: (spec, _operation, contract) => ({ ...spec, path: unknownPath(contract) }),
  },
  method: {
    ...{ check: 'method', title: 'another method', code: 'method_not_allowed' },
    change(spec, operation, contract) {
      const taken = methodsAt(contract, operation);
      return { ...spec, method: ['PUT', 'PATCH', 'DELETE', 'GET'].find((one) => !taken.includes(one)) ?? 'PROPFIND' };
    },
  },
  token: {
    ...{ check: 'authentication', title: 'no token', code: 'unauthenticated' },
    change: (spec) => withoutHeader('Authorization', spec),
  },
  scope: {
    ...{ check: 'scope', title: 'a token without the scope', code: 'insufficient_scope', features: ['scopes'] },
    fits: ({ scopes }) => scopes.length > 0,
    as: (subject, { id }) => withoutScopeOf(subject, id),
  },
  size: {
    ...{ check: 'size', title: 'too large', code: 'payload_too_large', fits: ({ hasBody }) => hasBody },
    change: (spec, _operation, { bodyLimit }) => ({ ...spec, body: '{}'.padEnd(bodyLimit + 1) }),
  },
  'media-type': {
    ...{ check: 'media type', title: 'no Content-Type', code: 'unsupported_media_type', fits: ({ hasBody }) => hasBody },
    change: (spec) => withoutHeader('Content-Type', spec),
  },
  json: {
    ...{ check: 'JSON', title: 'malformed JSON', code: 'malformed_json', fits: ({ hasBody }) => hasBody },
    change: (spec) => ({ ...spec, body: '{' }),
  },
  members: {
    ...{ check: 'schema', title: 'no fields', code: 'validation_failed', fits: (operation) => needed(operation).length > 0 },
    change: (spec) => ({ ...spec, body: '{}' }),
  },
  'long-key': {
    ...{ check: 'idempotency', title: 'an Idempotency-Key that is too long', code: 'idempotency_key_invalid' },
    ...{ features: ['idempotency'], fits: takesKey },
    change: (spec, operation) => withKey(spec, 'k'.repeat(longestKey(headerOf(operation, 'idempotency-key')?.schema ?? {}) + 1)),
  },
  'used-key': {
    ...{ check: 'idempotency', title: 'an Idempotency-Key that another body has used', code: 'idempotency_key_reused' },
    ...{ features: ['idempotency'], fits: takesKey },
  },
  invoice: {
    ...{ check: 'invoice', title: 'an id that nothing has', code: 'invoice_not_found' },
    fits: (operation) =>
      needed(operation).some((name) => name !== operation.identifies) && needed(operation).includes(operation.identifies ?? ''),
    change: (spec, operation) => ({ ...spec, body: JSON.stringify(naming(operation, 'no-such-object')) }),
  },
};

/** Pairs of mistakes, keyed by the last part of their case's id. */
const pairs: Record<string, [one: string, other: string]> = {
  'path-before-token': ['path', 'token'],
  'method-before-token': ['method', 'token'],
  'token-before-body': ['token', 'json'],
  'token-before-size': ['token', 'size'],
  'scope-before-body': ['scope', 'json'],
  'scope-before-size': ['scope', 'size'],
  'media-type-before-json': ['media-type', 'json'],
  'size-before-media-type': ['size', 'media-type'],
  'members-before-key': ['members', 'long-key'],
  'members-before-used-key': ['members', 'used-key'],
  'members-before-invoice': ['members', 'invoice'],
};

/** Derives requests with two mistakes. The response must report the one that comes first in the contract's order of checks. */
export function deriveOrder(contract: Contract, operation: Operation): Case[] {
  const order = orderOf(contract);
  return Object.entries(pairs).flatMap(([id, names]) => {
    const both = names.map((name) => mistakes[name] as Mistake);
    const placeOf = ({ check }: Mistake): number => order.findIndex((one) => one.endsWith(check));
    if (both.some((one) => placeOf(one) === -1 || one.fits?.(operation) === false)) return [];
    const [first] = both.toSorted((one, other) => placeOf(one) - placeOf(other)) as [Mistake];
    return [orderCase(contract, operation, id, both, first.code)];
  });
}

function orderCase(contract: Contract, operation: Operation, id: string, both: Mistake[], code: string): Case {
  const ways = both.map(({ title }) => title).join(', and ');
  const features = both.flatMap(({ features: needs = [] }) => needs);
  const isOwner = (one: Operation): boolean =>
    both.includes(mistakes.invoice as Mistake) ? namesInvoice(contract, one) : one.creates;
  return {
    // For the operation that had these cases first, keeps their old ids, so that reports can be compared with earlier ones.
    id: operation === contract.operations.find(isOwner) ? `answers/order/${id}` : `answers/order/${operation.slug}/${id}`,
    title: `${operation.slug}: a request with two mistakes (${ways}) is refused as ${code}`,
    requirement: 'checks-in-order',
    operations: [operation.slug],
    features,
    async run({ subject, features: claimed }) {
      let spec = requestFor(operation, {});
      if (id === 'members-before-used-key') {
        const calls = await prepareCalls(subject, operation, claimed);
        const key = crypto.randomUUID();
        await calls.send(key);
        spec = withKey(spec, key);
      }
      for (const { change } of both) spec = change?.(spec, operation, contract) ?? spec;
      const asking = both.find(({ as }) => as)?.as;
      const by = (await asking?.(subject, operation)) ?? subject;
      // Only a deployment that claims `limits` promises to read a body whose length the request does not state.
      const isLarge = both.includes(mistakes.size as Mistake) && claimed.has('limits');
      return firstWrong(isLarge ? [false, true] : [false], async (isInChunks) => {
        const exchange = await by.send(isInChunks ? withHeader(spec, 'Transfer-Encoding', 'chunked') : spec);
        const difference = isInChunks ? `${ways}, in chunks` : ways;
        return judgeFirst(contract, 'checks-in-order', code, exchange, { difference, exchanges: [exchange] });
      });
    },
  };
}

type About = Pick<Finding, 'exchanges'> & Partial<Pick<Finding, 'difference' | 'member'>>;

/** Checks that a refusal has the code of the check that comes first. */
export function judgeFirst(contract: Contract, id: string, code: string, { answer }: Exchange, about: About): Finding[] {
  const received = answer && responseObject(answer)?.code;
  if (received === code) return [];
  const expected = `${contract.problems.get(code)?.status} ${code}`;
  return broken(contract, id, { ...about, expected, received: `${answer?.status} ${showCode(received)}` });
}

/** Reads the names of the checks in the contract's order. In the text, each name is followed by the statuses of its check. */
function orderOf({ document }: Contract): string[] {
  const { description } = document.info as { description?: string };
  const said = (description ?? '').split('**Order of checks.**')[1]?.split(/\n[ \t]*\n/)[0] ?? '';
  return said.split(/[,:.;]/).flatMap((clause) => {
    const words = clause.trim().split(/\s+/);
    const at = words.findIndex((word) => /^[45]\d\d$/.test(word));
    return at > 0 ? [words.slice(0, at).join(' ')] : [];
  });
}
