import ts from 'typescript';

/** A line that breaks the house's one way of writing, with its cure. */
interface Offence {
  line: number;
  message: string;
}

const longest = 300;

/** Signs that a statement may break a rule. Few files have one, and only these are parsed: to parse all takes longer than every other rule together. */
const hints = [
  // A property or an index of a type that is readonly; in a class, that is lawful.
  /\breadonly\s+(?:['"[]|[\w$]+\??\s*:)/,
  // A constant that is not in camelCase.
  /^(?:export\s+|declare\s+)*(?:const|let|var)\s+(?![a-z][A-Za-z0-9]*\b[^$]|[{[])/m,
  // What is imported from vitest as `it`.
  /\bit\b[^'"]*\bfrom\s*['"]vitest['"]/,
  // A command.
  /\bprocess\.exitCode\b|\bparseArgs\b/,
];

/** Finds where a source file of TypeScript or JavaScript breaks the rules of CONTRIBUTING's section on style. */
export function checkDialect(file: string, text: string): Offence[] {
  const offences: Offence[] = [];
  const report = (position: number, message: string) => {
    offences.push({ line: text.slice(0, position).split('\n').length, message });
  };
  if (hints.some((hint) => hint.test(text))) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    visit(source, report);
    for (const statement of source.statements) checkStatement(statement, report);
    if (startsWhenRun(file, source)) report(0, 'the file starts something when it is run: move the command to a folder bin/');
  }
  for (const { index, groups } of text.matchAll(/^[ \t]*\/\*\*\s+(?:\*\s+)?(?<word>What|Who|Whose|Whether)\b/gm)) {
    const position = index + (text.slice(index).match(/\/\*\*/)?.index ?? 0);
    report(position, `a doc comment begins with "${groups?.word}": begin with a verb (function) or a noun (type)`);
  }
  for (const { index } of text.matchAll(/\bimport\.meta\.url\)\.pathname\b/g))
    report(index, 'a path is taken from a URL, where a space is %20: take import.meta.dirname or fileURLToPath');
  const lines = text.split('\n').length - 1;
  if (lines > longest) report(text.length - 1, `the file has ${lines} lines, more than ${longest}: split it by concern`);
  return offences.sort((one, other) => one.line - other.line);
}

type Report = (position: number, message: string) => void;

function visit(node: ts.Node, report: Report): void {
  if (ts.isPropertySignature(node) || ts.isIndexSignatureDeclaration(node)) {
    const modifier = node.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword);
    if (modifier) report(modifier.getStart(), '`readonly` on a member of a type: take it out (a list may be `readonly T[]`)');
  }
  ts.forEachChild(node, (child) => visit(child, report));
}

function checkStatement(statement: ts.Statement, report: Report): void {
  if (ts.isVariableStatement(statement)) {
    for (const { name } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && !/^[a-z][A-Za-z0-9]*$/.test(name.text))
        report(name.getStart(), `the constant ${name.text} is not in camelCase: rename it`);
    }
  }
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return;
  const imported = statement.importClause?.namedBindings;
  if (statement.moduleSpecifier.text !== 'vitest' || !imported || !ts.isNamedImports(imported)) return;
  for (const name of imported.elements)
    if (name.name.text === 'it') report(name.getStart(), 'a test is declared by `it`: write `test`');
}

/**
 * Tells a command from a module: when loaded it reads options or sets the exit code.
 * The modules in src/commands/ are loaded by files in bin/, which check the version of Node first.
 */
function startsWhenRun(file: string, source: ts.SourceFile): boolean {
  if (/(^|\/)(bin|scripts|samples|examples|templates|src\/commands)\/|\.test(-d)?\.ts$|\.config\.ts$/.test(file)) return false;
  return source.statements.some(
    (statement) =>
      (ts.isExpressionStatement(statement) || ts.isTryStatement(statement) || ts.isIfStatement(statement)) &&
      /\bprocess\.exitCode\b|\bparseArgs\b/.test(statement.getText()),
  );
}
