import type { Case } from '../../../src/case/case.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { type Contract, type Operation, requirementsOf } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { creatorOf, readerOf } from '../../../src/contract/main-object.ts';
import { bodyAround } from '../../../src/contract/mend-body.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { nullIfSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { domainOf } from '../../../src/subject/domain.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { createdWith } from '../../play/create-with.ts';

/** Derives cases for `writeOnly` fields, which no response may show. Uses the field's requirement that has no `keywords`. */
export function deriveWriteOnly(contract: Contract, operation: Operation): Case[] {
  if (operation.plain) return [];
  const { request, requestPointer, slug } = operation;
  const fields = Object.entries(request.properties ?? {}).filter(([, { writeOnly }]) => writeOnly === true);
  return fields.flatMap(([field, schema]) => {
    const requirement = requirementsOf(contract, schema).find(({ keywords }) => keywords === undefined);
    if (!requirement) return [];
    const pointer = `${requestPointer}/properties/${pointed(field)}`;
    return [
      {
        id: `${slug}/write-only/${field}`,
        title: `No response shows the ${field} that ${slug} received`,
        requirement: requirement.id,
        operations: [...new Set([creatorOf(contract).slug, slug, readerOf(contract).slug])],
        features: featuresOfProperty(contract, schema),
        async run({ subject }) {
          const value = sampleOf(schema, pointer);
          const call = async (): Promise<Exchange> =>
            subject.send(requestFor(operation, bodyAround(operation, await bodyToTry(subject, operation), field, value)));
          const exchanges = operation.creates ? await lifeOf(subject, { [field]: value }) : [await call()];
          const [first] = exchanges;
          if (!first?.answer || !isSuccess(first.answer))
            throw new CaseInconclusive(`${slug} with ${field} was refused (${first?.answer?.status}). Another case says why.`);
          const shown = exchanges.find(({ answer: response }) => response && field in (responseObject(response) ?? {}));
          if (shown?.answer === undefined) return [];
          const received = `${field}: ${showValue(responseObject(shown.answer)?.[field])}`;
          const about = { pointer, member: field, expected: `no ${field}`, received, exchanges: [shown] };
          return broken(contract, requirement.id, about);
        },
      },
    ];
  });
}

/** Creates an invoice with these fields, fetches it, and settles it if possible. */
async function lifeOf(subject: Subject, sent: Record<string, unknown>): Promise<Exchange[]> {
  const created = await createdWith(subject, sent);
  if (!created.answer || !isSuccess(created.answer)) return [created];
  const play = { subject, invoice: invoiceOf(created), counted: [], exchanges: [created] };
  const exchanges = [created, await subject.fetch(play.invoice.id)];
  const settled = await domainOf(subject.contract)?.settle(play).catch(nullIfSkipped);
  if (settled) exchanges.push(settled, await subject.fetch(play.invoice.id));
  return exchanges;
}
