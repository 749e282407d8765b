import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import { type Contract, findAbout, type Operation, requirementAbout } from '../../../src/contract/contract.ts';
import { markOf } from '../../../src/contract/deletion-mark.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { creatorOf } from '../../../src/contract/main-object.ts';
import { hasSucceeded, responseObject } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { broken, type Finding, insteadIn } from '../../../src/outcome/finding.ts';
import { sleep } from '../../../src/places/places.ts';
import { bodyFor } from '../../../src/subject/body-for.ts';
import { identifierFor, namesInvoice, replaces } from '../../../src/subject/identifier-for.ts';
import { type Inputs, requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { startFor } from '../../../src/subject/ways-into.ts';
import { judgeSeen, type Trial } from '../../play/lasting.ts';
import { judgeNoSuccess } from '../refusals/send-violation.ts';
import { sentValue } from '../requests/sent-values.ts';

/** Derives cases for objects other than invoices: each exists only below its parent, all reads agree, and deletion is final. */
export function derivePlaces(contract: Contract, operation: Operation): Case[] {
  if (operation.identified === undefined) return ownCases(contract, operation);
  if (namesInvoice(contract, operation)) return [];
  return [
    ...operation.within.map((name) => elsewhereCase(contract, operation, name)),
    ...deletingFor(contract, operation).map((deleting) => deletedCase(contract, operation, deleting)),
    ...lastingCases(contract, operation),
  ];
}

function elsewhereCase(contract: Contract, operation: Operation, name: string): Case {
  return {
    id: `${operation.slug}/parameter/${name}/of-another`,
    title: `${operation.slug} finds nothing where ${name} names another object than the one in which it was made`,
    requirement: requirementAbout(operation, 'unknown-id').id,
    operations: [creatorOf(contract).slug, operation.slug],
    async run({ subject }) {
      const made = await madeFor(subject, operation);
      const other = await madeFor(subject, operation);
      if (made[name] === other[name]) throw new CaseInconclusive(`Both objects lie at ${name} ${showValue(made[name])}.`);
      return judgeUnfound(subject, operation, { ...made, [name]: other[name] });
    },
  };
}

/** Lists the DELETE operations after which this operation must find nothing, or show that its object was deleted. */
const deletingFor = (contract: Contract, operation: Operation): Operation[] =>
  contract.operations.filter(
    (one) =>
      one.method === 'DELETE' &&
      operation.method !== 'DELETE' &&
      isDeepStrictEqual(operation.identified, one.identified) &&
      (markOf(operation, one) !== undefined || !contract.operations.some((other) => markOf(other, one))),
  );

function deletedCase(contract: Contract, operation: Operation, deleting: Operation): Case {
  const { title, requirement, prepare } = afterDeletion(operation, deleting);
  return {
    ...{ id: `${operation.slug}/after/${deleting.slug}`, title, requirement, derived: true },
    operations: [...new Set([creatorOf(contract).slug, operation.slug, deleting.slug])],
    run: async (context) => judgeSeen(contract, requirement, deleting.slug, await (await prepare(context))()),
  };
}

/** Returns trials of a restart: objects that were deleted before it must stay deleted. */
export const deletedTrials = (contract: Contract): Trial[] =>
  contract.operations
    .filter((operation) => operation.identified && !namesInvoice(contract, operation))
    .flatMap((operation) => deletingFor(contract, operation).map((deleting) => afterDeletion(operation, deleting)));

function afterDeletion(operation: Operation, deleting: Operation): Trial {
  const mark = markOf(operation, deleting);
  return {
    id: `${operation.slug}-after-${deleting.slug}`,
    title: `${operation.slug} ${mark ? `shows ${mark.field} from then on` : 'finds nothing'} after ${deleting.slug}`,
    requirement: mark?.requirement ?? requirementAbout(operation, 'unknown-id').id,
    derived: true,
    async prepare({ subject }) {
      const values = await madeFor(subject, operation);
      const read = () => subject.send(requestFor(operation, values));
      const end = async () =>
        subject.send(requestFor(deleting, await bodyFor(subject, deleting, values[operation.identifies ?? ''])));
      const reads = mark ? [await read()] : [];
      const ends = [await end()];
      if (!ends.every(hasSucceeded)) throw new CaseInconclusive(`${deleting.slug} returned ${ends[0]?.answer?.status}.`);
      if (mark) {
        reads.push(await read());
        // Waits for the next second, so that a new time would differ from the first one even in whole seconds.
        await sleep(1000);
        ends.push(await end());
      }
      return async () => {
        reads.push(await read());
        const exchanges = [...ends, ...reads];
        const refused = exchanges.find((exchange) => !hasSucceeded(exchange));
        if (!mark) return { exchanges, expected: 'no success', received: refused ? undefined : `${reads[0]?.answer?.status}` };
        const shown = reads.map(({ answer }) => showValue((answer && responseObject(answer))?.[mark.field]));
        const isRight = !refused && shown[0] === 'null' && shown[1] !== 'null' && shown[1] === shown[2];
        const received = isRight ? undefined : `${refused?.answer?.status ?? shown.join(', then ')}`;
        return { exchanges, expected: `${mark.field}: null, then a value that another ${deleting.slug} keeps`, received };
      };
    },
  };
}

async function judgeUnfound(subject: Subject, operation: Operation, values: Inputs): Promise<Finding[]> {
  const exchange = await subject.send(requestFor(operation, values));
  const about = { member: operation.identifies ?? '', expected: 'no success' };
  return judgeNoSuccess(subject.contract, requirementAbout(operation, 'unknown-id').id, exchange, about);
}

function lastingCases(contract: Contract, operation: Operation): Case[] {
  const { response, responsePointer, slug, method } = operation;
  if (method !== 'GET' || operation.identified?.object !== responsePointer) return [];
  const lasting = Object.entries(response.properties ?? {}).filter(([, schema]) => schema['x-lasting'] === true);
  return lasting.map(([field, schema]): Case => {
    const requirement = (schema['x-requirements'] as { id: string }[])[0]?.id ?? '';
    return {
      id: `${slug}/lasting/${field}`,
      title: `${field} is the same at every ${slug}`,
      requirement,
      operations: [creatorOf(contract).slug, slug],
      async run({ subject }) {
        const values = await madeFor(subject, operation);
        const exchanges = [await subject.send(requestFor(operation, values)), await subject.send(requestFor(operation, values))];
        const [first, second] = exchanges.map(({ answer }) => (answer && responseObject(answer))?.[field]);
        if (isDeepStrictEqual(first, second)) return [];
        const about = insteadIn(field, `${showValue(first)}, as before`, second, exchanges);
        return broken(contract, requirement, { pointer: `${responsePointer}/properties/${pointed(field)}`, ...about });
      },
    };
  });
}

/** Makes an object, and returns the path parameters and fields that identify it. */
async function madeFor(subject: Subject, operation: Operation): Promise<Inputs> {
  const { invoice } = await startFor(subject, operation);
  return bodyFor(subject, operation, await identifierFor(subject, operation, invoice));
}

/** Derives a case for an operation that takes no id and reads what the account stored with another operation. */
function ownCases(contract: Contract, operation: Operation): Case[] {
  const requirement = findAbout(operation, 'ownership')?.id;
  const others = contract.operations.filter(({ id, identified }) => id !== operation.id && identified === undefined);
  const setting = others.find((one) => one.responsePointer === operation.responsePointer && replaces(one));
  if (setting === undefined || operation.method !== 'GET' || requirement === undefined) return [];
  const values = Object.fromEntries(
    Object.entries(setting.request.properties ?? {})
      .filter(([name]) => Object.hasOwn(operation.response.properties ?? {}, name))
      .map(([name, schema]) => [name, sentValue(schema, `${setting.requestPointer}/properties/${pointed(name)}`)]),
  );
  return [
    {
      id: `${operation.slug}/ownership/own`,
      title: `${operation.slug} shows what this account sent to ${setting.slug}, not what another account sent`,
      requirement,
      operations: [creatorOf(contract).slug, setting.slug, operation.slug],
      alone: true,
      proves: [`ownership of ${operation.id}`],
      async run({ subject }) {
        const other = asOther(subject);
        const own = await subject.send(requestFor(setting, { ...(await bodyFor(subject, setting, undefined)), ...values }));
        const foreign = await other.send(requestFor(setting, await bodyFor(other, setting, undefined)));
        const read = await subject.send(requestFor(operation, await bodyFor(subject, operation, undefined)));
        const [sent, shown] = [own, read].map(({ answer }) => (answer && responseObject(answer)) ?? {});
        if (isDeepStrictEqual(sent, shown)) return [];
        return broken(contract, requirement, {
          expected: `as ${setting.slug} returned it: ${showValue(sent)}`,
          received: showValue(shown),
          exchanges: [own, foreign, read],
        });
      },
    },
  ];
}
