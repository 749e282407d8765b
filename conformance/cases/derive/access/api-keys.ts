import type { Case } from '../../../src/case/case.ts';
import {
  type ApiKey,
  type Contract,
  findAbout,
  type Operation,
  operationById,
  requirementAbout,
} from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { isSuccess, type RequestSpec } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther, withHeader } from '../../../src/subject/switch-account.ts';
import { tokenMark, tokenWithout } from '../../../src/text/marks.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { mintToken } from '../../play/mint-token.ts';
import { withoutHeader } from '../refusals/send-violation.ts';

/** A request with an API key in place of the token. */
interface Trial {
  id: string;
  title: string;
  /** Properties of the key. By default, it belongs to the account and has every scope. */
  wish?: { scopes?: string[]; revoked?: boolean };
  /** The value of the header, by default the key; null omits the header. */
  value?: string | null;
  change?(spec: RequestSpec): RequestSpec;
  /** True if the request asks for an object of the second account. */
  isForeign?: boolean;
  /** Checks whether the response may have this status. */
  isRight(status: number): boolean;
  expected: string;
  /** The topic of the requirement, such as authentication. */
  about: string;
}

const isRefused = (status: number): boolean => status === 401;

/** Derives cases for each API key in a header that an operation accepts in place of the token (`security`). */
export function deriveApiKeys(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  return operation.apiKeys.flatMap((key) =>
    trialsFor(contract, operation, key).flatMap((trial) => trialCase(contract, operation, key, trial)),
  );
}

function trialsFor({ scopes: all }: Contract, { identifies, identified }: Operation, { header, scopes }: ApiKey): Trial[] {
  const refused = { isRight: isRefused, expected: '401', about: 'authentication' };
  const others = all.filter((scope) => !scopes.includes(scope));
  return [
    {
      ...{ id: 'alone', title: 'with a key and no token is let in', about: 'authentication', expected: 'neither 401 nor 403' },
      isRight: (status) => status !== 401 && status !== 403,
    },
    { ...refused, id: 'wrong', title: 'with a key that nobody has is refused', value: 'no-such-key' },
    { ...refused, id: 'empty', title: 'with an empty key is refused', value: '' },
    { ...refused, id: 'cut', title: 'with a key without its last character is refused', value: tokenWithout('end', 1) },
    { ...refused, id: 'revoked', title: 'with a revoked key is refused', wish: { revoked: true } },
    {
      ...{ ...refused, id: 'in-query', title: 'with the key in the query is refused', value: null },
      change: (spec) => ({ ...spec, path: `${spec.path}?${encodeURIComponent(header)}=${tokenMark}` }),
    },
    ...(scopes.length === 0
      ? []
      : [
          {
            ...{ id: 'without-scope', title: `with a key that lacks ${scopes.join(' and ')} is refused`, about: 'scope' },
            ...{ wish: { scopes: others }, isRight: (status: number) => status === 403 || status === 401, expected: '403' },
          },
          {
            ...{
              id: 'with-scope',
              title: `with a key that has ${scopes.join(' and ')} and nothing else is let in`,
              about: 'scope',
            },
            ...{
              wish: { scopes },
              isRight: (status: number) => status !== 403 && status !== 401,
              expected: 'neither 401 nor 403',
            },
          },
        ]),
    ...(identifies === undefined || identified === undefined
      ? []
      : [
          {
            ...{ id: 'foreign', title: 'with a key does not succeed for what belongs to another account', about: 'ownership' },
            ...{ isForeign: true, isRight: (status: number) => status >= 400, expected: 'no success' },
          },
        ]),
  ];
}

function trialCase(contract: Contract, operation: Operation, { scheme, header }: ApiKey, trial: Trial): Case[] {
  const requirement = findAbout(operation, trial.about);
  if (!requirement) return [];
  const { slug } = operation;
  return [
    {
      id: `${slug}/${scheme}/${trial.id}`,
      title: `${slug} ${trial.title} (${header})`,
      requirement: requirement.id,
      operations: [slug],
      derived: true,
      proves: [`${trial.id} of ${scheme} of ${operation.id}`],
      async run({ subject }) {
        const body = await bodyToTry(trial.isForeign ? asOther(subject) : subject, operation);
        const specWith = (value: string | null): RequestSpec => {
          const bare = withoutHeader('Authorization', requestFor(operation, body));
          return value === null ? bare : { ...bare, headers: [...bare.headers, [header, value]] };
        };
        const sound = await mintToken(subject, { scheme });
        // Sends a valid key first. If that is refused too, the refusal of a wrong one proves nothing.
        if (trial.id !== 'alone') {
          const { answer: response } = await sound.send(specWith(tokenMark));
          if (response?.status === 401) {
            await demandKey(sound, operation, body, scheme);
            throw new CaseInconclusive('A key of the account is refused too, so this refusal proves nothing.');
          }
        }
        const keyed = trial.wish === undefined ? sound : await mintToken(subject, { ...trial.wish, scheme });
        const spec = specWith(trial.value === undefined ? tokenMark : trial.value);
        const exchange = await keyed.send(trial.change?.(spec) ?? spec);
        const status = exchange.answer?.status ?? 0;
        if (trial.isRight(status)) return [];
        if (trial.id === 'alone' && status === 401) await demandKey(keyed, operation, body, scheme);
        return broken(contract, requirementAbout(operation, trial.about).id, {
          member: header,
          expected: trial.expected,
          received: `${status} ${showValue(exchange.answer?.text)}`,
          exchanges: [exchange],
        });
      },
    },
  ];
}

/** Derives cases for each API key that is needed in addition to the token. */
export function deriveKeysBeside(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const requirement = findAbout(operation, 'authentication');
  if (!requirement) return [];
  const { slug } = operation;
  return operation.keysBeside.flatMap(({ scheme, header }) => {
    const beside = (id: string, title: string, keyed: (subject: Subject) => Promise<Subject> | Subject): Case => ({
      id: `${slug}/${scheme}/${id}`,
      title: `${slug} with a token and ${title} is refused (${header})`,
      requirement: requirement.id,
      operations: [slug],
      derived: true,
      proves: [`${id} of ${scheme} of ${operation.id}`],
      async run({ subject }) {
        const spec = requestFor(operation, await bodyToTry(subject, operation));
        // Sends a correct request first. If that is refused too, a refusal without the key proves nothing.
        const { answer: sound } = await subject.send(spec);
        if (sound?.status === 401)
          throw new CaseInconclusive('The token with its key is refused too, so a refusal proves nothing.');
        const exchange = await (await keyed(subject)).send(spec);
        const { status = 0, text } = exchange.answer ?? {};
        if (isRefused(status)) return [];
        const received = `${status} ${showValue(text)}`;
        return broken(contract, requirement.id, { member: header, expected: '401', received, exchanges: [exchange] });
      },
    });
    return [
      beside('absent', 'no key', (subject) => withHeader(subject, header)),
      beside('wrong', 'a key that nobody has', (subject) => withHeader(subject, header, 'no-such-key')),
      beside('of-token', 'the token for a key', (subject) => withHeader(subject, header, subject.settings.token)),
      beside('revoked', 'a revoked key', async (subject) => {
        const { settings } = await mintToken(subject, { revoked: true, scheme });
        return withHeader(subject, header, settings.token);
      }),
    ];
  });
}

/** Skips the case if the adapter has returned a bearer token in place of a key. */
async function demandKey(keyed: Subject, operation: Operation, body: Record<string, unknown>, scheme: string): Promise<void> {
  const { answer: response } = await keyed.send(requestFor(operation, body));
  if (response && isSuccess(response))
    throw new CaseSkipped(`The adapter's mintToken returned a bearer token where a key of ${scheme} was asked for.`, 'mintToken');
}
