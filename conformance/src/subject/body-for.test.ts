import { expect, test } from 'vitest';
import { readContract } from '../../payments/load-contract.ts';
import { addComments } from '../../testing/changes/add-kinds.ts';
import { changedContract } from '../../testing/changes/change-contract.ts';
import { operationById } from '../contract/contract.ts';
import { bodyFor, keepPlace } from './body-for.ts';
import { Subject } from './subject.ts';

test('an object is looked for where it was made, whatever has the same id in another run or is of another kind', async () => {
  const contract = readContract(changedContract(addComments));
  const make = operationById(contract, 'addComment');
  const settings = {
    baseUrl: 'http://127.0.0.1:9',
    token: '',
    timeout: 1000,
    maxWait: 0,
    given: { cashTag: '', amount: 1 },
    seed: 1,
  };
  const [subject, ofOtherRun] = [new Subject(contract, settings), new Subject(contract, settings)];
  keepPlace(subject, make, { invoiceId: 'inv_1' }, 7);
  keepPlace(subject, { ...make, responsePointer: '/components/schemas/Payout' }, { invoiceId: 'inv_2' }, 7);
  keepPlace(ofOtherRun, make, { invoiceId: 'inv_3' }, 7);
  expect(await bodyFor(subject, operationById(contract, 'readComment'), 7)).toEqual({ invoiceId: 'inv_1', commentId: 7 });
});
