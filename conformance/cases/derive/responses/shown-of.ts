import type { Case } from '../../../src/case/case.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { creatorOf, readerOf } from '../../../src/contract/main-object.ts';
import { breachOf, nameOf, type Relation, relationsOf } from '../../../src/contract/relations.ts';
import { isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { bodyFor } from '../../../src/subject/body-for.ts';
import { identifierFor } from '../../../src/subject/identifier-for.ts';
import { readUntil, startPlay } from '../../../src/subject/play.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { statesFor, wayInto } from '../../../src/subject/ways-into.ts';
import { movesClock } from '../lifecycle/unchanged.ts';

/** Derives cases, for each state, which check a relation between a response and the stored object that the request identifies. */
export function deriveShownOf(contract: Contract, operation: Operation): Case[] {
  if (operation.identifies === undefined) return [];
  const relations = relationsOf(operation.response).filter(({ of }) => of !== undefined);
  return relations.flatMap((relation) =>
    statesOf(contract, operation).map((state) => shownCase(contract, operation, relation, state)),
  );
}

/** Returns the states in which the operation can be called and that an invoice can reach without the clock. */
function statesOf(contract: Contract, operation: Operation): string[] {
  const timed = contract.lifecycle.transitions.flatMap((transition) =>
    transition.to !== undefined && transition.from.some((from) => movesClock(contract, transition, from)) ? [transition.to] : [],
  );
  return statesFor(contract, operation).filter(
    (state) => state === contract.lifecycle.initial || (!timed.includes(state) && wayInto(contract, state) !== undefined),
  );
}

function shownCase(contract: Contract, operation: Operation, relation: Relation, state: string): Case {
  const { property, requirement } = relation;
  return {
    id: `${operation.slug}/shown/${nameOf(relation)}/${state}`,
    title: `${property} in the response of ${operation.slug} agrees with the ${state} invoice that the request names`,
    requirement,
    operations: [...new Set([creatorOf(contract).slug, readerOf(contract).slug, operation.slug])],
    features: featuresOfProperty(contract, operation.response.properties?.[property] ?? {}),
    waits: true,
    async run({ subject }) {
      const { exchange, stored } = await subject.share(`${operation.slug} shows a ${state} invoice`, async () => {
        const play = await startPlay(subject);
        if (state !== contract.lifecycle.initial) await wayInto(contract, state)?.go(play);
        const stored = await readUntil(play, { status: state });
        const body = await bodyFor(subject, operation, await identifierFor(subject, operation, play.invoice));
        return { exchange: await subject.send(requestFor(operation, body)), stored };
      });
      const shown = exchange.answer && isSuccess(exchange.answer) ? responseObject(exchange.answer) : undefined;
      // Another case reports an operation that does not succeed.
      if (!shown) throw new CaseInconclusive(`${operation.slug} returned ${exchange.answer?.status}, and shows no ${property}.`);
      const breach = breachOf(relation, shown, stored);
      if (breach === undefined) return [];
      return broken(contract, requirement, {
        member: property,
        pointer: `${operation.responsePointer}/properties/${pointed(property)}`,
        expected: breach,
        received: `${property}: ${JSON.stringify(shown[property])}`,
        exchanges: [exchange],
      });
    },
  };
}
