/**
 * Prints the progress of a crash test. On a terminal it overwrites one line; elsewhere it prints a line every tenth
 * time.
 */
export function tellKill(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[Kkilled ${done} of ${all} times${done === all ? '\n' : ''}`);
  else if (done % 10 === 0) process.stderr.write(`killed ${done} of ${all} times\n`);
}
