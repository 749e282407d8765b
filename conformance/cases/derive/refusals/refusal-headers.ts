import type { Case, DeclareCases } from '../../../src/case/case.ts';
import { type Contract, type Operation, ownOf, type ResponseHeader, requirementAbout } from '../../../src/contract/contract.ts';
import { describeSchema } from '../../../src/contract/describe-schema.ts';
import { isHeaderOf } from '../../../src/contract/header-schemas.ts';
import { operationAt } from '../../../src/contract/operation-at.ts';
import { responseHeader } from '../../../src/http/exchange.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { ownResponses } from '../../../src/record/own-responses.ts';
import { judgeRecord } from '../../play/judge-record.ts';
import { judgedInRefusals } from './refused-parts.ts';

/** A header that some refusals have, and that no other case judges. */
interface Stated {
  operation: Operation;
  status: number;
  header: ResponseHeader;
}

/**
 * Derives cases which check that each refusal of the run has the headers that the contract adds for its operation and status.
 * They judge the record, because many refusals need a special situation that another case has brought about.
 */
export const deriveRefusalRecord: DeclareCases = (contract) => {
  const stated = contract.operations.flatMap((operation) =>
    operation.refusals.flatMap(({ status, headers }) =>
      headers.flatMap((header): Stated[] => (judgedInRefusals.includes(header.name) ? [] : [{ operation, status, header }])),
    ),
  );
  return [...new Set(stated.map(({ header }) => header.name))].map((name) =>
    headerCase(
      contract,
      name,
      stated.filter(({ header }) => header.name === name),
    ),
  );
};

function headerCase(contract: Contract, name: string, stated: Stated[]): Case {
  const [{ operation, header }] = stated as [Stated];
  const requirement = ownOf(header.requirements) ?? requirementAbout(operation, 'success');
  return {
    ...judgeRecord({
      id: `record/refusal-headers/${name.toLowerCase()}`,
      title: `${name} of every refusal that has this header is ${describeSchema(header.schema)}`,
      requirement: requirement.id,
      derived: true,
      judge(_, { exchanges }) {
        const wrong = ownResponses(exchanges).flatMap(({ exchange, response }) => {
          const asked = operationAt(contract, exchange.request);
          const own = stated.find((one) => one.operation === asked && one.status === response.status)?.header;
          const value = responseHeader(response, name.toLowerCase());
          const isRight = own === undefined || (value === undefined ? !own.required : isHeaderOf([own.schema], value));
          return isRight ? [] : [{ exchange, own, value, status: response.status }];
        });
        const [first] = wrong;
        if (!first) return [];
        return broken(contract, requirement.id, {
          ...{ member: name, pointer: first.own.pointer, exchanges: [first.exchange] },
          expected: `${name}: ${describeSchema(first.own.schema)}`,
          received: `${name}: ${first.value ?? 'absent'} in a ${first.status}${wrong.length > 1 ? ` (and ${wrong.length - 1} more like it)` : ''}`,
        });
      },
    }),
    ...(header.feature !== undefined && { features: [header.feature] }),
    proves: stated.map((one) => `header ${name} of ${one.status} of ${one.operation.id}`),
  };
}
