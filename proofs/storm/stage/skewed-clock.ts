/**
 * Shifts the clock of this process and its threads by CLOCK_SKEW milliseconds, as on a machine whose clock is wrong.
 * Loaded before all other code.
 */
const skew = Number(process.env.CLOCK_SKEW ?? '0');
const right = Date;

globalThis.Date = class extends right {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(right.now() + skew);
    else super(...(args as [number]));
  }

  static override now(): number {
    return right.now() + skew;
  }
} as DateConstructor;
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + skew });
