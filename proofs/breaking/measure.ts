import { compareContracts } from '../../openapi/breaking/compare-contracts.ts';
import type { Node } from '../../openapi/reader/json.ts';
import type { Edit } from './edit.ts';
import { listOperationEdits } from './list-operation-edits.ts';
import { listSchemaEdits } from './list-schema-edits.ts';

/** Lists every single edit of the contract. */
export function listEdits(document: Node): Edit[] {
  const requests = ['CreatePaymentRequest', 'SubmitReceiptRequest', 'FetchPaymentRequest'];
  const responses = ['PaymentInvoice', 'InvoiceStatus', 'Problem', 'ProblemItem'];
  return [
    ...listOperationEdits(document),
    ...requests.flatMap((name) => listSchemaEdits(document, name, 'client')),
    ...responses.flatMap((name) => listSchemaEdits(document, name, 'service')),
  ];
}

/** Returns what `npm run breaking` says of an edit. */
export function judge(document: Node, edit: Edit): boolean {
  const source = (one: Node) => ({ text: JSON.stringify(one), name: 'it' });
  return compareContracts(source(document), source(edit.document)).some(({ breaking }) => breaking);
}

/** How one tool judged the edits of one kind. */
interface Tally {
  breaks: boolean;
  edits: number;
  right: Record<string, number>;
}

/** Writes the verdicts as a table: each kind of edit, and how many of its edits each tool judged right. */
export function renderMeasure(edits: readonly Edit[], verdicts: Record<string, readonly boolean[]>): string {
  const tools = Object.keys(verdicts);
  const kinds = new Map<string, Tally>();
  edits.forEach(({ kind, breaks }, index) => {
    const key = `${kind} ${breaks}`;
    const tally = kinds.get(key) ?? { breaks, edits: 0, right: {} };
    kinds.set(key, tally);
    tally.edits += 1;
    for (const tool of tools) tally.right[tool] = (tally.right[tool] ?? 0) + Number(verdicts[tool]?.[index] === breaks);
  });
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const sum = (breaks: boolean) => {
    const some = [...kinds.values()].filter((tally) => tally.breaks === breaks);
    const all = some.reduce((total, { edits: count }) => total + count, 0);
    const right = tools.map((tool) => some.reduce((total, tally) => total + (tally.right[tool] ?? 0), 0));
    return line([`**all that ${breaks ? 'break' : 'do not break'}**`, breaks ? 'yes' : 'no', all, ...right]);
  };
  const rows = [...kinds].map(([key, { breaks, edits: count, right }]) =>
    line([key.replace(/ (true|false)$/, ''), breaks ? 'yes' : 'no', count, ...tools.map((tool) => right[tool] ?? 0)]),
  );
  return [
    line(['edit', 'breaks a client', 'edits', ...tools]),
    line(['---', '---', ...tools.map(() => '---'), '---']),
    sum(true),
    sum(false),
    ...rows,
    '',
  ].join('\n');
}
