/** Renders the command that runs one case of a run again. */
export function runCaseAgain(reproduce: string, id: string): string {
  return `${reproduce.replace(/ --(?:(?:case|operation|requirement)[ =]\S+|failed(?= |$))/g, '')} --case ${id}`;
}
