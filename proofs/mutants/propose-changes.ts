import ts from 'typescript';
import { changeExpression, changeNumber, changeWord } from './change-literal.ts';
import { changeSql, isSql } from './change-sql.ts';
import type { Change } from './mutant.ts';

/** Operators, and what takes their place. */
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

/** Calls that only an operator of the server sees, and imports. */
const unseenCall = /(^|\.)(log|logger|metrics|import)(\.|$)/;
/** Objects that are made of a text for people, or of a path. */
const unseenNew = /^(\w*Error|URL|Worker)$/;

/** Proposes every change of one token of a TypeScript file, in the order of the text. */
export function proposeChanges(source: ts.SourceFile): Change[] {
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node, source)) return;
    changes.push(...changesOf(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return changes.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** Tells what no request could show: types, imports, logs, and the texts of errors. */
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

/** Proposes the contrary of a whole condition, where no other change of it is the same. */
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

/** Returns the call of a statement that is one. */
function expressionOf(node: ts.Node): ts.Node | undefined {
  if (!ts.isExpressionStatement(node)) return undefined;
  return ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
}
