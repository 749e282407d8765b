import type { DeclareCases } from '../../src/case/case.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { echoOf, operationById, type Schema } from '../../src/contract/contract.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { checkEchoes } from '../../src/record/check-echoes.ts';
import { firstOfEach } from '../../src/record/first-of-each.ts';
import { requestObject } from '../../src/record/request-object.ts';
import type { Shown } from '../../src/record/shown-invoices.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Every create of the run returned what it was sent, whatever was sent before it. */
export const echoesCases: DeclareCases = (contract) => {
  const { request, response } = operationById(contract, 'createPayment');
  const sentAs = new Map(
    Object.entries(response.properties ?? {}).flatMap(([field, schema]) => {
      const sent = echoOf(field, schema)?.sent;
      return sent === undefined ? [] : [[field, sent] as const];
    }),
  );
  const validators = new Map(
    [...sentAs.values()].map((sent) => [sent, compileSchema(typeAndFormat(request.properties?.[sent] ?? {}))]),
  );
  // What came of a value of another type, or of no URL, is left to the cases that send it.
  const isJudged = (created: Shown, { member = '' }: Finding): boolean => {
    const sent = sentAs.get(member) ?? '';
    const body = requestObject(created.exchange) ?? {};
    return !Object.hasOwn(body, sent) || validators.get(sent)?.(body[sent]) === true;
  };
  return [
    judgeRecord({
      id: 'record/echoes',
      title: 'Every create of the run returned what it was sent, whatever was sent before it',
      requirement: 'invoice-amount',
      derived: true,
      judge: (_context, { shown }) =>
        firstOfEach(
          shown
            .filter(({ isNew }) => isNew)
            .flatMap((created) => checkEchoes(contract, created, created).filter((finding) => isJudged(created, finding))),
        ),
    }),
  ];
};

const typeAndFormat = ({ type, format }: Schema): Schema => ({
  ...(type !== undefined && { type }),
  ...(format !== undefined && { format }),
});
