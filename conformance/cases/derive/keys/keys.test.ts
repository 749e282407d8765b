import { expect, test } from 'vitest';
import { addCancel } from '../../../testing/changes/add-cancel.ts';
import { prepareDrill } from '../../../testing/drill/drill.ts';

test('an operation that succeeds only once for each object is not blamed for refusing a second key', async () => {
  const { check } = prepareDrill({
    ...{ name: 'a cancellation with a key', right: {}, wrong: {}, cases: /^cancel-payment\/idempotency/ },
    change(document) {
      addCancel(document);
      document.paths['/api/v1/cancellations'].post.parameters = [{ $ref: '#/components/parameters/IdempotencyKey' }];
    },
  });
  const skipped = 'cancel-payment/idempotency/after-other-body skipped: No field of this body can have another value.';
  expect(await check({})).toEqual([skipped]);
}, 60_000);
