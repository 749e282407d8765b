import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import ts from 'typescript';
import type { Change, Mutant } from './mutant.ts';

/** Operators and their replacements. */
const swapped = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.QuestionQuestionToken, '&&'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
]);

/** Calls that no client can observe, such as logging. Also dynamic imports, because their path must not be changed. */
const unseenCall = /(^|\.)(log|logger|metrics|import)(\.|$)/;
/** Constructors whose arguments are a path or a message for people. A mutant with another argument would prove nothing. */
const unseenNew = /^(\w*Error|URL|Worker)$/;

/** Proposes all single-token changes of a TypeScript file, in text order. */
function proposeChanges(source: ts.SourceFile): Change[] {
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node, source)) return;
    changes.push(...changesOf(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return changes.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** Returns whether clients cannot observe a change in a node, for example because the node is a type or a log call. */
function isLeftAlone(node: ts.Node, source: ts.SourceFile): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isCallExpression(node)) return unseenCall.test(node.expression.getText(source));
  return (
    ts.isNewExpression(node) && unseenNew.test(node.expression.getText(source)) && !/ProblemError/.test(node.getText(source))
  );
}

function changesOf(node: ts.Node, source: ts.SourceFile): Change[] {
  const [start, end, text] = [node.getStart(source), node.getEnd(), node.getText(source)];
  const replace = (replacement: string): Change[] => [{ start, end, replacement }];
  const inside = (changes: Change[]): Change[] =>
    changes.map((change) => ({ ...change, start: start + change.start, end: start + change.end }));
  if (isDroppable(node)) return isLeftAlone(expressionOf(node) ?? node, source) ? [] : replace(';');
  if (node.kind === ts.SyntaxKind.TrueKeyword) return replace('false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) return replace('true');
  if (ts.isNumericLiteral(node)) return changeNumber(text).flatMap(replace);
  if (ts.isRegularExpressionLiteral(node)) return inside(changeExpression(text));
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    return isSql(text) ? inside(changeSql(text)) : ts.isStringLiteral(node) ? inside(changeWord(text)) : [];
  if (ts.isBinaryExpression(node)) {
    const { operatorToken } = node;
    const replacement = swapped.get(operatorToken.kind);
    if (replacement === undefined) return negate(node, text, start);
    return [{ start: operatorToken.getStart(source), end: operatorToken.getEnd(), replacement }, ...negate(node, text, start)];
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return replace(node.operand.getText(source));
  return negate(node, text, start);
}

/** Proposes the negation of a complete condition, unless another change to the condition has the same effect. */
function negate(node: ts.Node, text: string, start: number): Change[] {
  const isSwapped = ts.isBinaryExpression(node) && /^[!=]==/.test(swapped.get(node.operatorToken.kind) ?? '');
  return isCondition(node) && !isSwapped ? [{ start, end: start + text.length, replacement: `!(${text})` }] : [];
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (parent === undefined) return false;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  return ts.isConditionalExpression(parent) && parent.condition === node;
}

function isDroppable(node: ts.Node): boolean {
  if (ts.isBreakStatement(node)) return !ts.isCaseClause(node.parent);
  if (ts.isReturnStatement(node)) return node.expression === undefined;
  return ts.isExpressionStatement(node) || ts.isThrowStatement(node) || ts.isContinueStatement(node);
}

/** Returns the expression of a statement that consists of a call; undefined for other statements. */
function expressionOf(node: ts.Node): ts.Node | undefined {
  if (!ts.isExpressionStatement(node)) return undefined;
  return ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
}

/** Returns replacements for a number: one more, one less, and twice the number. */
function changeNumber(text: string): string[] {
  const value = Number(text.replaceAll('_', ''));
  return [...new Set([value + 1, value - 1, value * 2])].filter((other) => other >= 0 && other !== value).map(String);
}

/** Proposes a regular expression without one of its anchors, or with a longer repetition. */
function changeExpression(text: string): Change[] {
  const anchors = [...text.matchAll(/(?<=^\/)\^|\$(?=\/\w*$)/g)].map(({ index }) => ({
    start: index,
    end: index + 1,
    replacement: '',
  }));
  const counts = [...text.matchAll(/\d+(?=\})/g)].map(({ 0: count, index }) => ({
    start: index,
    end: index + count.length,
    replacement: String(Number(count) + 1),
  }));
  return [...anchors, ...counts];
}

/** Proposes another word for a string that programs read, such as a state, a code or a header; leaves prose unchanged. */
function changeWord(text: string): Change[] {
  const end = text.length - 1;
  return /^.[^\s]{2,}.$/.test(text) ? [{ start: end, end, replacement: 'x' }] : [];
}

export function listMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const seen = new Map<string, number>();
  return proposeChanges(source).map((change) => {
    // The id depends only on the code around the change, so it stays the same when lines are added elsewhere in the file.
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

/** SQL tokens that decide which rows match, and their replacements. */
const swappedSql: [RegExp, string][] = [
  [/(?<![<>!])<(?![=>])/g, '<='],
  [/<=/g, '<'],
  [/(?<![<=])>(?!=)/g, '>='],
  [/>=/g, '>'],
  [/\bAND\b/g, 'OR'],
  [/\bOR\b(?! (?:REPLACE|IGNORE))/g, 'AND'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bDESC\b/g, 'ASC'],
  [/ OR REPLACE\b/g, ''],
  [/ ON CONFLICT DO NOTHING/g, ''],
];

/** Returns whether a string is an SQL statement. */
function isSql(text: string): boolean {
  return /\b(SELECT|UPDATE|INSERT|DELETE)\b/.test(text);
}

/** Proposes a change for each token of an SQL statement that has a replacement in `swappedSql`. */
function changeSql(text: string): Change[] {
  return swappedSql.flatMap(([token, replacement]) =>
    [...text.matchAll(token)].map(({ 0: found, index }) => ({ start: index, end: index + found.length, replacement })),
  );
}
