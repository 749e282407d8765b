import ts from 'typescript';
import { readText } from './repository.ts';

/** A regular expression in a source file. */
export interface Expression {
  pattern: string;
  flags: string;
  at: string;
}

/** Lists a file's regular expressions. If one is built from parts, inserts the values of constants, and an x for other parts. */
export function listExpressions(file: string): Expression[] {
  const source = ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest);
  const found: Expression[] = [];
  const constants = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    const at = `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ pattern: node.text.slice(1, end), flags: node.text.slice(end + 1), at });
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(source) === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      found.push({ pattern: textOf(pattern, constants), flags: flags ? textOf(flags, constants) : '', at });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(node: ts.Expression | undefined, constants: ReadonlyMap<string, ts.Expression>): string {
  if (!node) return '';
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return textOf(constants.get(node.text), new Map()) || 'x';
  if (ts.isBinaryExpression(node)) return textOf(node.left, constants) + textOf(node.right, constants);
  const isRaw = ts.isTaggedTemplateExpression(node);
  const template = isRaw ? node.template : node;
  const written = (part: ts.TemplateLiteralLikeNode) => (isRaw ? (part.rawText ?? '') : part.text);
  if (ts.isNoSubstitutionTemplateLiteral(template)) return written(template);
  if (!ts.isTemplateExpression(template)) return 'x';
  const spans = template.templateSpans.map((span) => textOf(span.expression, constants) + written(span.literal));
  return written(template.head) + spans.join('');
}
