import type { CallbackListener } from '../run/callback-listener.ts';
import type { Driver, ReadInvoice, Reply } from '../run/driver.ts';
import type { HostileServer } from '../run/hostile-server.ts';
import type { Sandbox } from '../run/sandbox.ts';

/** All that a step has to try a client with. */
export interface Surroundings {
  driver: Driver;
  sandbox: Sandbox;
  hostile: HostileServer;
  listener: CallbackListener;
}

/** One thing that a client must be able to do. */
export interface Step {
  id: string;
  /** The head of its column. */
  title: string;
  /**
   * Takes the step; `keep` is given what it measured, the cells of a table of its own.
   * @throws Error that says what was expected and what came instead
   */
  attempt(surroundings: Surroundings, keep: (cells: string[]) => void): Promise<void>;
}

/** @throws Error when the reply holds no invoice */
export function expectInvoice(reply: Reply): ReadInvoice {
  if (!reply.invoice) throw new Error(`expected an invoice, got ${show(reply)}`);
  return reply.invoice;
}

/** @throws Error when the reply is no problem with this status and code; null is a problem without a code */
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
