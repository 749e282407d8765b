import type { Case } from '../../../src/case/case.ts';
import { type ApiKey, type Contract, findAbout, type Operation } from '../../../src/contract/contract.ts';
import { hasSucceeded, type RequestSpec } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, insteadOf } from '../../../src/outcome/finding.ts';
import { type Inputs, requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther, withHeader } from '../../../src/subject/switch-account.ts';
import { tokenMark, tokenWithout } from '../../../src/text/marks.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { mintToken } from '../../play/mint-token.ts';
import { withoutHeader } from '../refusals/send-violation.ts';

/** A request with an API key in place of the token. */
interface Trial extends Pick<Case, 'id' | 'title'> {
  /** Properties of the key. By default, it belongs to the account and has every scope. */
  wish?: { scopes?: string[]; revoked?: boolean };
  /** The value of the header, by default the key. */
  value?: string;
  /** True if the key is sent in the query and not in the header. */
  isInQuery?: boolean;
  /** True if the request asks for an object of the second account. */
  isForeign?: boolean;
  isRight(status: number): boolean;
  expected: string;
  /** The topic of the requirement, such as authentication. */
  about: string;
}

/** Derives cases for each API key in a header that an operation accepts in place of the token (`security`). */
export function deriveApiKeys(contract: Contract, operation: Operation): Case[] {
  return operation.apiKeys.flatMap((key) =>
    trialsFor(contract, operation, key).flatMap((trial) => trialCase(contract, operation, key, trial)),
  );
}

function trialsFor(contract: Contract, { identifies, identified }: Operation, { scopes }: ApiKey): Trial[] {
  const refused = { isRight: (status: number) => status === 401, expected: '401', about: 'authentication' };
  const letIn = { isRight: (status: number) => status !== 401 && status !== 403, expected: 'neither 401 nor 403' };
  const lacking = { isRight: (status: number) => status === 401 || status === 403, expected: '403', about: 'scope' };
  const others = contract.scopes.filter((scope) => !scopes.includes(scope));
  const needed = scopes.join(' and ');
  const ofScopes: Trial[] = [
    { ...lacking, id: 'without-scope', title: `with a key that lacks ${needed} is refused`, wish: { scopes: others } },
    {
      ...letIn,
      about: 'scope',
      id: 'with-scope',
      title: `with a key that has ${needed} and nothing else is let in`,
      wish: { scopes },
    },
  ];
  const foreign: Trial = {
    id: 'foreign',
    title: 'with a key does not succeed for what belongs to another account',
    about: 'ownership',
    isForeign: true,
    isRight: (status) => status >= 400,
    expected: 'no success',
  };
  return [
    { ...letIn, about: 'authentication', id: 'alone', title: 'with a key and no token is let in' },
    { ...refused, id: 'wrong', title: 'with a key that nobody has is refused', value: 'no-such-key' },
    { ...refused, id: 'empty', title: 'with an empty key is refused', value: '' },
    { ...refused, id: 'cut', title: 'with a key without its last character is refused', value: tokenWithout('end', 1) },
    { ...refused, id: 'revoked', title: 'with a revoked key is refused', wish: { revoked: true } },
    { ...refused, id: 'in-query', title: 'with the key in the query is refused', isInQuery: true },
    ...(scopes.length === 0 ? [] : ofScopes),
    ...(identifies === undefined || identified === undefined ? [] : [foreign]),
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
      proves: [`${trial.id} of ${scheme} of ${operation.id}`],
      async run({ subject }) {
        const body = await bodyToTry(trial.isForeign ? asOther(subject) : subject, operation);
        const bare = withoutHeader('Authorization', requestFor(operation, body));
        const specWith = (value: string): RequestSpec => ({ ...bare, headers: [...bare.headers, [header, value]] });
        const sound = await mintToken(subject, { scheme });
        // Sends a valid key first. If that is refused too, the refusal of a wrong one proves nothing.
        if (trial.id !== 'alone' && (await sound.send(specWith(tokenMark))).answer?.status === 401) {
          await demandKey(sound, operation, body, scheme);
          throw new CaseInconclusive('A key of the account is refused too, so this refusal proves nothing.');
        }
        const keyed = trial.wish === undefined ? sound : await mintToken(subject, { ...trial.wish, scheme });
        const inQuery = { ...bare, path: `${bare.path}?${encodeURIComponent(header)}=${tokenMark}` };
        const exchange = await keyed.send(trial.isInQuery ? inQuery : specWith(trial.value ?? tokenMark));
        const status = exchange.answer?.status ?? 0;
        if (trial.isRight(status)) return [];
        if (trial.id === 'alone' && status === 401) await demandKey(keyed, operation, body, scheme);
        return broken(contract, requirement.id, { member: header, ...insteadOf(trial.expected, exchange) });
      },
    },
  ];
}

/** Derives cases for each API key that is needed in addition to the token. */
export function deriveKeysBeside(contract: Contract, operation: Operation): Case[] {
  const requirement = findAbout(operation, 'authentication');
  if (!requirement) return [];
  const { slug } = operation;
  return operation.keysBeside.flatMap(({ scheme, header }) => {
    const beside = (id: string, title: string, keyed: (subject: Subject) => Promise<Subject> | Subject): Case => ({
      id: `${slug}/${scheme}/${id}`,
      title: `${slug} with a token and ${title} is refused (${header})`,
      requirement: requirement.id,
      operations: [slug],
      proves: [`${id} of ${scheme} of ${operation.id}`],
      async run({ subject }) {
        const spec = requestFor(operation, await bodyToTry(subject, operation));
        // Sends a correct request first. If that is refused too, a refusal without the key proves nothing.
        if ((await subject.send(spec)).answer?.status === 401)
          throw new CaseInconclusive('The token with its key is refused too, so a refusal proves nothing.');
        const exchange = await (await keyed(subject)).send(spec);
        if (exchange.answer?.status === 401) return [];
        return broken(contract, requirement.id, { member: header, ...insteadOf('401', exchange) });
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
async function demandKey(keyed: Subject, operation: Operation, body: Inputs, scheme: string): Promise<void> {
  if (hasSucceeded(await keyed.send(requestFor(operation, body))))
    throw new CaseSkipped(`The adapter's mintToken returned a bearer token where a key of ${scheme} was asked for.`, 'mintToken');
}
