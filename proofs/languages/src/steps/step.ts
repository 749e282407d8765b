import type { CallbackListener } from '../run/callback-listener.ts';
import type { Driver, ReadInvoice, Reply } from '../run/driver.ts';
import type { HostileServer } from '../run/hostile-server.ts';
import type { Sandbox } from '../run/sandbox.ts';

/** Everything that a step needs to test a client. */
export interface Surroundings {
  driver: Driver;
  sandbox: Sandbox;
  hostile: HostileServer;
  listener: CallbackListener;
}

/** One ability that a client must have. */
export interface Step {
  id: string;
  /** The step's name, as the heading of a table column. */
  title: string;
  /**
   * Runs the step. `keep` receives measured values, which become cells of a separate table.
   * @throws Error that says what was expected and what was received
   */
  attempt(surroundings: Surroundings, keep: (cells: string[]) => void): Promise<void>;
}

/** @throws Error when the reply contains no invoice */
export function expectInvoice(reply: Reply): ReadInvoice {
  if (!reply.invoice) throw new Error(`expected an invoice, got ${show(reply)}`);
  return reply.invoice;
}

/** @throws Error when the reply is not a problem with this status and code; null means a problem without a code */
export function expectProblem(reply: Reply, status: number, code: string | null): Reply['problem'] {
  if (reply.problem?.status !== status || reply.problem.code !== code)
    throw new Error(`expected problem ${status} ${code ?? 'without a code'}, got ${show(reply)}`);
  return reply.problem;
}

/** @throws Error that names the first field that differs */
export function expectFields<Fields extends object>(actual: Fields, expected: Partial<Fields>): void {
  for (const [name, value] of Object.entries(expected)) {
    const found = actual[name as keyof Fields];
    if (found !== value) throw new Error(`expected ${name} ${JSON.stringify(value)}, got ${JSON.stringify(found)}`);
  }
}

export function show(reply: Reply): string {
  const text = JSON.stringify(reply);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/**
 * Returns the digits of a decimal number, which do not depend on its notation: `1.50`, `1.5` and `15e-1` have the same digits.
 */
function digitsOf(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const digits = BigInt(whole + fraction);
  const places = BigInt(Number(exponent) - fraction.length + 40);
  return String(digits * 10n ** places);
}

/** Compares two decimal numbers by exact value, without converting them to binary. */
export function isSameAmount(one: string, other: string): boolean {
  const digits = digitsOf(one);
  return digits !== undefined && digits === digitsOf(other);
}
