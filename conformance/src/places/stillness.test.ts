import { expect, test } from 'vitest';
import { aside, Places } from './places.ts';
import { idle, Stillness, untilLater, whileStill } from './stillness.ts';

/** Makes a clock that tasks share, and a log of everything that happens. */
function stage() {
  const told: string[] = [];
  let clock = 0;
  const later = (seconds: number): Promise<void> =>
    untilLater(seconds, async (step) => {
      clock += step;
      told.push(`moved by ${step}`);
    });
  return { told, later, tell: (what: string) => told.push(`${what} at ${clock}`) };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('each task sees exactly the time that it asked for, and one move serves all that asked for the same', async () => {
  const { told, later, tell } = stage();
  const stillness = new Stillness();
  const works = [
    stillness.hold(async () => {
      await later(10);
      tell('one');
      await later(60);
      tell('one');
    }),
    stillness.hold(async () => {
      await later(10);
      tell('two');
      await later(5);
      tell('two');
    }),
  ];
  stillness.letMove();
  await Promise.all(works);
  expect(told).toEqual(['moved by 10', 'one at 10', 'two at 10', 'moved by 5', 'two at 15', 'moved by 55', 'one at 70']);
});

test('the clock does not move while a task is busy, or before moves are allowed', async () => {
  const { told, later, tell } = stage();
  const stillness = new Stillness();
  let end = (): void => undefined;
  const busy = stillness.hold(() => new Promise<void>((resolve) => (end = resolve)));
  const sleeper = stillness.hold(() => later(10).then(() => tell('awake')));
  await turns();
  end();
  await busy;
  await stillness.still();
  await turns();
  expect(told).toEqual([]);
  stillness.letMove();
  await sleeper;
  expect(told).toEqual(['moved by 10', 'awake at 10']);
});

test('a task that waits for another lets the clock move, and holds no place', async () => {
  const { told, later, tell } = stage();
  const stillness = new Stillness();
  const places = new Places(1);
  const run = (work: () => Promise<void>): Promise<void> => stillness.hold(() => places.hold(work));
  const shared = run(() => later(10));
  const other = run(() => aside(() => idle(() => shared)).then(() => void tell('other')));
  stillness.letMove();
  await Promise.all([shared, other]);
  expect(told).toEqual(['moved by 10', 'other at 10']);
});

test('tasks that want the same disturbance share one, before the clock moves, and continue when it is over', async () => {
  const { told, later, tell } = stage();
  const stillness = new Stillness();
  const outage = { begin: async () => void tell('begins'), end: async () => void tell('ends') };
  const disturbed = ['one', 'two'].map((name) =>
    stillness.hold(async () => {
      tell(await whileStill('outage', outage, async () => `${name} is over`));
    }),
  );
  const sleeper = stillness.hold(() => later(10));
  stillness.letMove();
  await Promise.all([...disturbed, sleeper]);
  expect(told).toEqual(['begins at 0', 'ends at 0', 'one is over at 0', 'two is over at 0', 'moved by 10']);
});

test('undisturbed resolves as soon as a disturbance is over, and immediately if there is none', async () => {
  const { told, tell } = stage();
  const stillness = new Stillness();
  const outage = { begin: async () => void tell('begins'), end: async () => void tell('ends') };
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const busyAfter = stillness.hold(async () => {
    await whileStill('outage', outage, async () => undefined);
    await finished;
    tell('over');
  });
  await stillness.undisturbed();
  tell('follower');
  finish();
  await busyAfter;
  await stillness.undisturbed();
  expect(told).toEqual(['begins at 0', 'ends at 0', 'follower at 0', 'over at 0']);
});

test('all disturbances happen before any task continues', async () => {
  const { told, tell } = stage();
  const stillness = new Stillness();
  const disturbed = ['outage', 'restart'].map((name) => {
    const disturbance = { begin: async () => void tell(name), end: async () => undefined };
    return stillness.hold(async () => {
      await whileStill(name, disturbance, async () => undefined);
      tell(`after the ${name}`);
    });
  });
  await Promise.all(disturbed);
  expect(told).toEqual(['outage at 0', 'restart at 0', 'after the outage at 0', 'after the restart at 0']);
});

test('a task counts once, although a part of it begins to wait while another part waits for the end of a disturbance', async () => {
  const { told, later } = stage();
  const stillness = new Stillness();
  const calm = { begin: async () => undefined, end: async () => undefined };
  let restart = (): void => undefined;
  const restarts = new Promise<void>((resolve) => (restart = resolve));
  const parted = stillness.hold(() => {
    const disturbed = whileStill('outage', calm, async () => undefined);
    return Promise.all([disturbed, restarts.then(() => idle(() => disturbed))]);
  });
  const other = stillness.hold(() => whileStill('restart', { ...calm, begin: async () => restart() }, turns));
  const sleeper = stillness.hold(() => later(10));
  stillness.letMove();
  await Promise.all([parted, other]);
  await turns();
  expect(told).toEqual(['moved by 10']);
  await sleeper;
});

test('a failure reaches the tasks that asked, and the disturbance ends all the same', async () => {
  const { told, tell } = stage();
  const stillness = new Stillness();
  const outage = { begin: async () => void tell('begins'), end: async () => void tell('ends') };
  const wrong = stillness.hold(() => whileStill('outage', outage, () => Promise.reject(new Error('wrong'))));
  const right = stillness.hold(() => whileStill('outage', outage, async () => 'right'));
  const unmoved = stillness.hold(() => untilLater(1, () => Promise.reject(new Error('stuck'))));
  stillness.letMove();
  await expect(wrong).rejects.toThrow('wrong');
  await expect(right).resolves.toBe('right');
  await expect(unmoved).rejects.toThrow('stuck');
  expect(told).toEqual(['begins at 0', 'ends at 0']);
});

test('once the run is stopped, nothing is disturbed and the clock does not move', async () => {
  const { told, later, tell } = stage();
  const ending = new AbortController();
  const stillness = new Stillness(undefined, ending.signal);
  const outage = { begin: async () => void tell('begins'), end: async () => void tell('ends') };
  const asked = [stillness.hold(() => whileStill('outage', outage, async () => undefined)), stillness.hold(() => later(10))];
  ending.abort(new Error('ended'));
  stillness.letMove();
  for (const one of asked) await expect(one).rejects.toThrow('ended');
  expect(told).toEqual([]);
});

test('outside a task the clock moves immediately', async () => {
  const { told, later } = stage();
  await later(7);
  expect(told).toEqual(['moved by 7']);
});
