import type { Case } from '../../../src/case/case.ts';
import { featuresOf, featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { type Contract, echoOf, operationById, requirementById } from '../../../src/contract/contract.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { broken, insteadIn } from '../../../src/outcome/finding.ts';
import { bodyFor } from '../../../src/subject/body-for.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { identifierFor } from '../../../src/subject/identifier-for.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { startFor } from '../../../src/subject/ways-into.ts';
import { createBodyWith } from '../../play/create-with.ts';
import { create as createWithKey } from '../../play/key-trial.ts';
import { mintToken } from '../../play/mint-token.ts';
import { receiptFor, shares } from '../../play/play.ts';
import { isCallable } from '../requests/grammar.ts';

/** Derives cases for fields with `x-scope`: for a token without that scope they are null in every response, also in a replay. */
export function deriveScopedFields(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const { slug, response, responsePointer } = operation;
  const create = operationById(contract, 'createPayment');
  return Object.entries(response.properties ?? {}).flatMap(([property, schema]) => {
    const scope = schema['x-scope'] as { name: string; requirement: string } | undefined;
    const echo = echoOf(property, schema);
    if (scope === undefined || echo?.operation !== create.id) return [];
    const requirement = requirementById(contract, scope.requirement);
    const pointer = `${create.requestPointer}/properties/${pointed(echo.sent)}`;
    const sent = { [echo.sent]: sampleOf(create.request.properties?.[echo.sent] ?? {}, pointer) };
    const about = {
      requirement: requirement.id,
      operations: [...new Set(['create-payment', slug])],
      features: [...new Set([...featuresOf(requirement), ...featuresOfProperty(contract, schema), 'scopes'])],
      derived: true,
    };
    const judge = (exchanges: Exchange[]) => {
      const shown = exchanges.at(-1)?.answer;
      if (!shown || !isSuccess(shown))
        throw new CaseInconclusive(`${slug} was refused (${shown?.status}). Another case says why.`);
      const value = responseObject(shown)?.[property];
      if (value === null) return [];
      const at = `${responsePointer}/properties/${pointed(property)}`;
      return broken(contract, requirement.id, { pointer: at, ...insteadIn(property, 'null', value, exchanges) });
    };
    const others = contract.scopes.filter((name) => name !== scope.name);
    const title = `${slug} shows no ${property} to a token that lacks ${scope.name}`;
    const hidden: Case = {
      ...about,
      id: `${slug}/scopes/hides-${property}`,
      title,
      async run({ subject }) {
        const limited = await mintToken(subject, { scopes: others });
        if (operation.id === create.id) return judge([await limited.create(createBodyWith(subject, sent))]);
        const play = await startFor(subject, operation, createBodyWith(subject, sent));
        const id = await identifierFor(subject, operation, play.invoice);
        const receipt = isCallable(contract, operation) ? {} : { webReceipt: await receiptFor(play, shares(subject).whole) };
        const body = { ...(await bodyFor(subject, operation, id)), ...receipt };
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
