import ts from 'typescript';

interface Offence {
  line: number;
  message: string;
}

const longest = 300;

/** Patterns of code that may break a rule. Only files that match one are parsed, because parsing all takes too long. */
const hints = [
  // A readonly property or index signature of a type. A class may have readonly fields.
  /\breadonly\s+(?:['"[]|[\w$]+\??\s*:)/,
  // A constant that is not in camelCase.
  /^(?:export\s+|declare\s+)*(?:const|let|var)\s+(?![a-z][A-Za-z0-9]*\b[^$]|[{[])/m,
  // An import of `it` from vitest.
  /\bit\b[^'"]*\bfrom\s*['"]vitest['"]/,
  // Code of a command. Commands must be in bin/.
  /\bprocess\.exitCode\b|\bparseArgs\b/,
];

/** Finds the lines of a TypeScript or JavaScript file that break the style rules of CONTRIBUTING. */
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

/** Checks whether a file outside bin/ is a command. Leaves out src/commands/, which bin/ loads after checking Node's version. */
function startsWhenRun(file: string, source: ts.SourceFile): boolean {
  if (/(^|\/)(bin|scripts|samples|examples|templates|src\/commands)\/|\.test(-d)?\.ts$|\.config\.ts$/.test(file)) return false;
  return source.statements.some(
    (statement) =>
      (ts.isExpressionStatement(statement) || ts.isTryStatement(statement) || ts.isIfStatement(statement)) &&
      /\bprocess\.exitCode\b|\bparseArgs\b/.test(statement.getText()),
  );
}
