import { expect, test } from 'vitest';
import { aside, Places } from './places.ts';

/** Makes a promise that the test can resolve with `open`. */
function latch(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('no more tasks run than there are places', async () => {
  const places = new Places(2);
  const gate = latch();
  let [now, most] = [0, 0];
  const works = Array.from({ length: 6 }, () =>
    places.hold(async () => {
      most = Math.max(most, ++now);
      await gate.opened;
      now--;
    }),
  );
  await turns();
  expect(now).toBe(2);
  gate.open();
  await Promise.all(works);
  expect(most).toBe(2);
});

test('a task that waits holds no place, and continues before tasks that have not started', async () => {
  const places = new Places(1);
  const [wait, long] = [latch(), latch()];
  const order: string[] = [];
  const first = places.hold(async () => {
    order.push('first begins');
    await aside(() => wait.opened);
    order.push('first goes on');
  });
  const second = places.hold(async () => {
    order.push('second');
    await long.opened;
  });
  const third = places.hold(async () => void order.push('third'));
  await turns();
  expect(order).toEqual(['first begins', 'second']);
  wait.open();
  await turns();
  // The first task has finished waiting, but there is no free place for it yet.
  expect(order).toEqual(['first begins', 'second']);
  long.open();
  await Promise.all([first, second, third]);
  expect(order).toEqual(['first begins', 'second', 'first goes on', 'third']);
});

test('parts of one task that wait together give one place back, and a part that never ends keeps none', async () => {
  const places = new Places(1);
  const [one, other] = [latch(), latch()];
  let now = 0;
  const work = places.hold(async () => {
    void aside(() => other.opened);
    await Promise.race([aside(() => one.opened), aside(() => other.opened)]);
  });
  const later = [1, 2].map(() =>
    places.hold(async () => {
      expect(++now).toBe(1);
      await turns();
      now--;
    }),
  );
  one.open();
  other.open();
  await Promise.all([work, ...later]);
  expect(now).toBe(0);
});
