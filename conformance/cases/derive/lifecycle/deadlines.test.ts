import { expect, test } from 'vitest';
import type { Invoice, Memory } from '../../../servers/full/memory.ts';
import { Problem } from '../../../servers/full/problem.ts';
import { addWithdrawal } from '../../../testing/changes/add-limits.ts';
import { prepareDrill } from '../../../testing/drill/drill.ts';

test('the clock never moves back, even for a deadline that is soon over', async () => {
  const { check } = prepareDrill({
    ...{ name: 'three seconds to withdraw', right: {}, wrong: {}, cases: /PENDING\/withdrawn\/(in-time|too-late)/ },
    change(document) {
      addWithdrawal(document);
      document.components.schemas.InvoiceStatus['x-lifecycle'].events.withdrawn.until.seconds = 3;
    },
  });
  const examine = (operation: string, _body: unknown, invoice: Invoice | undefined, { memory }: { memory: Memory }): void => {
    const age = memory.now() - Date.parse(String(invoice?.shown.createdAt));
    if (operation === 'withdrawPayment' && (age < 0 || age >= 3000)) throw new Problem('withdrawal_too_late');
  };
  expect(await check({ examine })).toEqual([]);
}, 60_000);
