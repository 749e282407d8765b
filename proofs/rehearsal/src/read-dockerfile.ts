/** One instruction of a Dockerfile. */
export interface Step {
  word: string;
  rest: string;
}

/** Reads the stages of a Dockerfile by their names, each beginning with its FROM. */
export function readStages(text: string): Map<string, Step[]> {
  const steps = text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1).trim() }));
  const stages = new Map<string, Step[]>();
  for (const step of steps) {
    if (step.word === 'FROM') stages.set(/ AS (\S+)$/.exec(step.rest)?.[1] ?? String(stages.size), []);
    [...stages.values()].at(-1)?.push(step);
  }
  return stages;
}
