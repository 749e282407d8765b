import { AsyncLocalStorage } from 'node:async_hooks';
import { aside, runParts, type Wait } from './places.ts';

/** A task that waits for the clock to be moved. */
interface Sleeper {
  /** Seconds that the task still has to wait. */
  left: number;
  /** Time at which the wait started, as `performance.now()`. */
  since: number;
  move(seconds: number): Promise<void>;
  wake(): void;
  fail(error: unknown): void;
}

/** Something that disturbs all other tasks, such as an outage: how to start it and how to end it. */
export interface Disturbance {
  begin(): Promise<void>;
  end(): Promise<void>;
}

interface Group {
  disturbance: Disturbance;
  /** The work of each task during the disturbance. `run` returns a function that lets the task continue afterwards. */
  works: { run(): Promise<() => void>; fail(error: unknown): void }[];
}

const works = new AsyncLocalStorage<{ stillness: Stillness; wait: Wait }>();

/**
 * Coordinates tasks that share the deployment's clock, and disturbances such as an outage. The clock is moved when all tasks are
 * waiting, by the shortest time for which any of them waits. So each task sees exactly the time that it asked for, and one move
 * serves all tasks. A disturbance happens while all other tasks are waiting.
 */
export class Stillness {
  readonly #gap: () => number;
  readonly #stop: AbortSignal | undefined;
  readonly #groups = new Map<string, Group>();
  #busy = 0;
  #isChecking = false;
  #mayMove = false;
  #movedAt = Number.NEGATIVE_INFINITY;
  #acting: Promise<void> | undefined;
  #watchers: (() => void)[] = [];
  /** Functions that resolve the promises of `undisturbed`. */
  #followers: (() => void)[] = [];
  #sleepers: Sleeper[] = [];

  /**
   * @param gap returns the minimum number of milliseconds between two moves of the clock during one wait of a task, because
   * work that became due at the first move may still be in progress
   * @param stop once it is aborted, all waits of tasks fail, because there may be no task left to end a disturbance
   */
  constructor(gap: () => number = () => 0, stop?: AbortSignal) {
    this.#gap = gap;
    this.#stop = stop;
  }

  /** Runs a task. The task counts as busy until it ends, except while any part of it waits. */
  hold<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#busy++;
    const leave = (): void => {
      this.#busy--;
      this.#check();
    };
    // Waits for the end of any disturbance before the task counts as busy again.
    const comeBack = async (): Promise<void> => {
      while (this.#acting) await this.#acting;
      this.#busy++;
    };
    return runParts(leave, comeBack, (wait) => works.run({ stillness: this, wait }, work));
  }

  /** Resolves when every task has ended or is waiting. */
  still(): Promise<void> {
    return new Promise((resolve) => {
      this.#watchers.push(resolve);
      this.#check();
    });
  }

  /** Resolves as soon as no task wants a disturbance, or at the latest when every task has ended or is waiting. */
  undisturbed(): Promise<void> {
    return new Promise((resolve) => {
      this.#followers.push(resolve);
      this.#check();
    });
  }

  /** Allows moves of the clock from now on. */
  letMove(): void {
    this.#mayMove = true;
    this.#check();
  }

  sleep(sleeper: Sleeper): void {
    this.#sleepers.push(sleeper);
    this.#check();
  }

  join(key: string, disturbance: Disturbance, work: Group['works'][number]): void {
    const group = this.#groups.get(key) ?? { disturbance, works: [] };
    this.#groups.set(key, group);
    group.works.push(work);
    this.#check();
  }

  /** Lets tasks whose wait has just ended continue. If no task is busy after that, does what is due, such as a disturbance. */
  #check(): void {
    if (this.#busy > 0 || this.#isChecking) return;
    this.#isChecking = true;
    setImmediate(async () => {
      if (this.#busy === 0) {
        this.#acting = this.#act();
        await this.#acting;
        this.#acting = undefined;
      }
      this.#isChecking = false;
      const mayMove = this.#mayMove && this.#sleepers.length > 0;
      if (this.#groups.size > 0 || this.#watchers.length > 0 || this.#followers.length > 0 || mayMove) this.#check();
    });
  }

  async #act(): Promise<void> {
    if (this.#groups.size > 0) {
      const groups = [...this.#groups.values()];
      this.#groups.clear();
      // Runs all disturbances in a row. No task continues before the last disturbance has ended.
      for (const group of groups) await disturb(group, this.#stop);
      resolveAll(this.#followers);
    } else if (this.#followers.length > 0) resolveAll(this.#followers);
    else if (this.#watchers.length > 0) resolveAll(this.#watchers);
    else if (this.#mayMove && this.#sleepers.length > 0) await this.#move();
  }

  async #move(): Promise<void> {
    const sleptThrough = this.#sleepers.some(({ since }) => since < this.#movedAt);
    const rest = sleptThrough ? this.#movedAt + this.#gap() - performance.now() : 0;
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    const sleepers = this.#sleepers;
    const seconds = Math.min(...sleepers.map(({ left }) => left));
    try {
      this.#stop?.throwIfAborted();
      await sleepers[0]?.move(seconds);
    } catch (error) {
      this.#sleepers = [];
      for (const { fail } of sleepers) fail(error);
      return;
    }
    this.#movedAt = performance.now();
    for (const sleeper of sleepers) sleeper.left -= seconds;
    this.#sleepers = sleepers.filter(({ left }) => left > 0);
    for (const { left, wake } of sleepers) if (left <= 0) wake();
  }
}

function resolveAll(waiting: (() => void)[]): void {
  for (const resolve of waiting.splice(0)) resolve();
}

async function disturb({ disturbance, works: all }: Group, stop: AbortSignal | undefined): Promise<void> {
  try {
    stop?.throwIfAborted();
    await disturbance.begin();
    const after = await Promise.all(all.map(({ run }) => run())).finally(() => disturbance.end());
    for (const settle of after) settle();
  } catch (error) {
    for (const { fail } of all) fail(error);
  }
}

/** Waits for other tasks. During the wait, the clock may be moved and a disturbance may happen. */
export const idle: Wait = (wait) => works.getStore()?.wait(wait) ?? wait();

/** Waits until the clock has been moved by this many seconds. Outside a task, moves the clock immediately. */
export async function untilLater(seconds: number, move: (seconds: number) => Promise<void>): Promise<void> {
  const stillness = works.getStore()?.stillness;
  if (!stillness || seconds <= 0) return move(seconds);
  const slept = (): Promise<void> =>
    new Promise((wake, fail) =>
      stillness.sleep({ left: seconds, since: performance.now(), move: AsyncLocalStorage.bind(move), wake, fail }),
    );
  await aside(() => idle(slept));
}

/** Does some work during a disturbance, while no other task is busy. Tasks with the same key share one disturbance. */
export async function whileStill<Value>(key: string, disturbance: Disturbance, work: () => Promise<Value>): Promise<Value> {
  const stillness = works.getStore()?.stillness;
  if (!stillness) {
    await disturbance.begin();
    return work().finally(() => disturbance.end());
  }
  const done = (): Promise<Value> =>
    new Promise((resolve, fail) => {
      // Binds these functions to this task: even if another task calls them, their requests must be recorded for this task.
      const begin = AsyncLocalStorage.bind(() => disturbance.begin());
      const end = AsyncLocalStorage.bind(() => disturbance.end());
      const run = AsyncLocalStorage.bind(
        (): Promise<() => void> =>
          work().then(
            (value) => () => resolve(value),
            (error: unknown) => () => fail(error),
          ),
      );
      stillness.join(key, { ...disturbance, begin, end }, { run, fail });
    });
  return aside(() => idle(done));
}
