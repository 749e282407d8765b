import type { Contract } from '../src/contract/contract.ts';
import type { Case } from '../src/engine/case.ts';
import { echoCases } from './create-payment/echo.ts';
import { identityCases } from './create-payment/identity.ts';
import { optionalMemberCases } from './create-payment/optional-members.ts';
import { answerCases } from './derived/answers.ts';
import { authenticationCases } from './derived/authentication.ts';
import { malformedBodyCases, missingMemberCases, wrongTypeCases } from './derived/bodies.ts';
import { methodCases } from './derived/methods.ts';
import { unknownInvoiceCases } from './derived/unknown-invoice.ts';
import { asCreatedCases } from './fetch-payment/as-created.ts';
import { sameInvoiceCases } from './submit-receipt/same-invoice.ts';

/** Every case of the suite: first what is derived for each operation of the contract, then what is declared by hand. */
export function allCases(contract: Contract): Case[] {
  return [
    ...contract.operations.flatMap((operation) => [
      ...answerCases(contract, operation),
      ...authenticationCases(contract, operation),
      ...methodCases(operation),
      ...malformedBodyCases(contract, operation),
      ...missingMemberCases(contract, operation),
      ...wrongTypeCases(contract, operation),
      ...unknownInvoiceCases(contract, operation),
    ]),
    ...echoCases(contract),
    ...optionalMemberCases(contract),
    ...identityCases(contract),
    ...asCreatedCases(contract),
    ...sameInvoiceCases(contract),
  ];
}
