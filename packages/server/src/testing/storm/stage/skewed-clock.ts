/** Shifts the clock of this process, and of its threads, by CLOCK_SKEW milliseconds, as on a machine whose clock is wrong. Loaded before all else. */
const skew = Number(process.env.CLOCK_SKEW ?? '0');
const RightDate = Date;

globalThis.Date = class extends RightDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RightDate.now() + skew);
    else super(...(args as [number]));
  }

  static override now(): number {
    return RightDate.now() + skew;
  }
} as DateConstructor;
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + skew });
