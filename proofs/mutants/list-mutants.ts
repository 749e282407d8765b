import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import ts from 'typescript';
import type { Mutant } from './mutant.ts';
import { proposeChanges } from './propose-changes.ts';

export function listMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const seen = new Map<string, number>();
  return proposeChanges(source).map((change) => {
    // Nothing here changes when lines are added elsewhere, so neither does the id.
    const line = source.getLineAndCharacterOfPosition(change.start).line;
    const from = source.getPositionOfLineAndCharacter(line, 0);
    const rest = text.slice(from, text.indexOf('\n', change.end)).trim();
    const column = change.start - from - (text.slice(from).length - text.slice(from).trimStart().length);
    const place = [file, nameAround(source, change.start), rest, column, change.end - change.start, change.replacement].join(
      '\n',
    );
    const nth = (seen.get(place) ?? 0) + 1;
    seen.set(place, nth);
    const hash = createHash('sha256').update(`${place}\n${nth}`).digest('hex').slice(0, 8);
    return { id: `${basename(file, '.ts')}-${hash}`, file, ...change };
  });
}

/** Returns the names of the functions and constants around a place. */
function nameAround(source: ts.SourceFile, position: number): string {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (position < node.getStart(source) || position >= node.getEnd()) return;
    if ((ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) && node.name) names.push(node.name.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names.join('.');
}
