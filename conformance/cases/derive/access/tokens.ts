import type { TokenWish } from '../../../src/adapter/adapter.ts';
import type { Case } from '../../../src/case/case.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { type Contract, echoOf, type Operation, requirementAbout, requirementById } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { creatorOf } from '../../../src/contract/main-object.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { broken, insteadIn, insteadOf } from '../../../src/outcome/finding.ts';
import { baselinesOf } from '../../../src/subject/baseline.ts';
import { bodyFor } from '../../../src/subject/body-for.ts';
import { withEchoed } from '../../../src/subject/echoed-header.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { identifierFor } from '../../../src/subject/identifier-for.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { startFor } from '../../../src/subject/ways-into.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { createBodyWith } from '../../play/create-with.ts';
import { create as createWithKey } from '../../play/key-trial.ts';
import { furtherTokens, isDone, mintToken } from '../../play/mint-token.ts';
import { judgeCode } from '../refusals/send-violation.ts';

/** Derives a case which checks that a revoked token is refused. */
export function deriveRevokedToken(contract: Contract, operation: Operation): Case[] {
  return [
    {
      id: `${operation.slug}/authentication/revoked-token`,
      title: `${operation.slug} with a revoked token is refused with 401`,
      requirement: 'token-revoked-at-once/revoked',
      operations: [operation.slug],
      derived: true,
      covers: ['unknown-token-is-401'],
      async run({ subject, features }) {
        const revoked = await mintToken(subject, { revoked: true });
        const exchange = await revoked.send(requestFor(operation, await bodyToTry(subject, operation)));
        if (exchange.answer?.status === 401)
          return judgeCode(contract, features, 'unknown-token-is-401', 'invalid_token', exchange);
        return broken(contract, 'token-revoked-at-once', insteadOf('401', exchange));
      },
    },
  ];
}

/** Checks whether a response refuses the token. Any status other than 401 and 403 shows that the deployment accepted it. */
const isRefused = ({ answer }: Exchange): boolean => answer?.status === 401 || answer?.status === 403;

/** Derives cases with tokens that have an operation's scope, alone or among others, and with tokens that lack or have lost it. */
export function deriveScopes(contract: Contract, operation: Operation): Case[] {
  const { slug, scopes } = operation;
  if (scopes.length === 0) return [];
  const requirement = requirementAbout(operation, 'scope').id;
  const scope = scopes.join(' and ');
  const others = contract.scopes.filter((name) => !scopes.includes(name));
  const ask = async (subject: Subject, limited: Subject): Promise<Exchange> =>
    limited.send(withEchoed(operation, requestFor(operation, await bodyToTry(subject, operation))));
  const one = (id: string, title: string, statement: string, run: Case['run']): Case => ({
    id: `${slug}/scopes/${id.replace(':', '-')}`,
    title: `${slug} with a token ${title}`,
    requirement: statement,
    operations: [slug],
    derived: true,
    proves: [`scope of ${operation.id}`],
    run,
  });
  const refused = (id: string, title: string, own: string[]): Case =>
    one(id, `that has ${title} is refused`, `${requirement}/lacking`, async ({ subject }) => {
      const exchange = await ask(subject, await mintToken(subject, { scopes: own }));
      return isRefused(exchange) ? [] : broken(contract, requirement, insteadOf('403 insufficient_scope', exchange));
    });
  const letIn = (id: string, title: string, statement: string, wishes: TokenWish[]): Case =>
    one(id, `${title} is let in`, statement, async ({ subject }) => {
      for (const wish of wishes) {
        const exchange = await ask(subject, await mintToken(subject, wish));
        if (isRefused(exchange)) return broken(contract, statement, insteadOf('neither 401 nor 403', exchange));
      }
      return [];
    });
  const [another] = others;
  return [
    {
      ...one('without', `that lacks ${scope} is refused`, `${requirement}/lacking`, async ({ subject, features }) => {
        const exchange = await ask(subject, await mintToken(subject, { scopes: others }));
        const code = exchange.answer && responseObject(exchange.answer)?.code;
        const isRight = !features.has('problem-details') || code === 'insufficient_scope';
        if (exchange.answer?.status === 403 && isRight) return [];
        const broke = isRefused(exchange) ? 'missing-scope-is-403' : requirement;
        return broken(contract, broke, insteadOf('403 insufficient_scope', exchange));
      }),
      covers: ['missing-scope-is-403'],
      problem: 'insufficient_scope',
    },
    // A faulty server may require only one of the scopes, or only a certain number of scopes.
    ...(scopes.length > 1 ? scopes : []).map((lacking) =>
      refused(
        `all-but-${lacking}`,
        `every scope but ${lacking}`,
        contract.scopes.filter((name) => name !== lacking),
      ),
    ),
    ...others.map((other) => refused(`only-${other}`, `${other} and nothing else`, [other])),
    one(
      'taken-away',
      'is refused once its scope was taken away, also a live token and one of another account',
      `${requirement}/taken-away`,
      async ({ subject, features }) => {
        const narrow = requireAbility(subject, 'narrowToken', 'A token whose scopes can be taken away is needed');
        for (const further of await furtherTokens(subject, features)) {
          const { token: full, owner } = further;
          const before = await ask(subject, full);
          // A test deployment may reject live tokens. If this one does, the live token is left out.
          if (before.answer?.status === 401) continue;
          if (!(await isDone(subject, further, narrow(full.settings.token, others, owner.settings)))) continue;
          const exchange = await ask(subject, full);
          if (isRefused(exchange)) continue;
          const about = insteadOf('403 insufficient_scope', exchange);
          return broken(contract, requirement, { ...about, exchanges: [before, exchange] });
        }
        return [];
      },
    ),
    letIn('with', 'that was minted without scopes', 'token-scopes-default-all', [{}]),
    letIn('alone', `that has ${scope} and nothing else`, `${requirement}/enough`, [{ scopes }]),
    ...(another === undefined
      ? []
      : [
          letIn('among-others', `that has ${scope} after another scope, or before one,`, `${requirement}/enough`, [
            { scopes: [another, ...scopes] },
            { scopes: [...scopes, another] },
          ]),
        ]),
  ];
}

/** How the value of a field is masked for a token that lacks its scope. */
interface Mask {
  match: string;
  by: string;
}

/** Derives cases for fields with `x-scope`: without that scope, a token gets null or a mask in every response and replay. */
export function deriveScopedFields(contract: Contract, operation: Operation): Case[] {
  const { slug, response, responsePointer } = operation;
  const create = creatorOf(contract);
  return Object.entries(response.properties ?? {}).flatMap(([property, schema]) => {
    const scope = schema['x-scope'] as { name: string; requirement: string; masked?: Mask } | undefined;
    const echo = echoOf(property, schema);
    if (scope === undefined || echo?.operation !== create.id) return [];
    const requirement = requirementById(contract, scope.requirement);
    const pointer = `${create.requestPointer}/properties/${pointed(echo.sent)}`;
    const { [echo.sent]: taken = {} } = create.request.properties ?? {};
    const sample = sampleOf(taken, pointer);
    // Capitals are sent because a mask must keep the case of letters.
    const capitals = scope.masked && String(sample).toUpperCase();
    const value = compileSchema(taken)(capitals) ? capitals : sample;
    const sent = { [echo.sent]: value };
    const wanted = scope.masked ? String(value).replace(new RegExp(scope.masked.match, 'v'), scope.masked.by) : null;
    const about = {
      requirement: requirement.id,
      operations: [...new Set([creatorOf(contract).slug, slug])],
      features: [...new Set([...featuresOfProperty(contract, schema), 'scopes'])],
      derived: true,
    };
    const judge = (exchanges: Exchange[]) => {
      const shown = exchanges.at(-1)?.answer;
      if (!shown || !isSuccess(shown))
        throw new CaseInconclusive(`${slug} was refused (${shown?.status}). Another case says why.`);
      const received = responseObject(shown)?.[property];
      if (received === wanted) return [];
      const at = `${responsePointer}/properties/${pointed(property)}`;
      return broken(contract, requirement.id, { pointer: at, ...insteadIn(property, showValue(wanted), received, exchanges) });
    };
    const others = contract.scopes.filter((name) => name !== scope.name);
    const title = `${slug} shows ${scope.masked ? 'a masked' : 'no'} ${property} to a token that lacks ${scope.name}`;
    const hidden: Case = {
      ...about,
      id: `${slug}/scopes/hides-${property}`,
      title,
      async run({ subject }) {
        const limited = await mintToken(subject, { scopes: others });
        if (operation.id === create.id) return judge([await limited.create(createBodyWith(subject, sent))]);
        const play = await startFor(subject, operation, createBodyWith(subject, sent));
        const id = await identifierFor(subject, operation, play.invoice);
        const needed = await baselinesOf(contract)[operation.id]?.valuesFor?.(play);
        const body = { ...(await bodyFor(subject, operation, id)), ...needed };
        return judge([...play.exchanges, await limited.send(requestFor(operation, body))]);
      },
    };
    if (operation.id !== create.id || !headerOf(create, 'idempotency-key')) return [hidden];
    const hiddenAgain: Case = {
      ...about,
      id: `${slug}/scopes/hides-${property}-again`,
      title: `${title} and repeats a create with its key`,
      features: [...about.features, 'idempotency'],
      async run({ subject }) {
        const limited = await mintToken(subject, { scopes: others });
        const [key, body] = [crypto.randomUUID(), createBodyWith(subject, sent)];
        return judge([await createWithKey(subject, key, body), await createWithKey(limited, key, body)]);
      },
    };
    return [hidden, hiddenAgain];
  });
}
