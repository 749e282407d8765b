import { compareContracts } from '../../openapi/breaking/compare-contracts.ts';
import { entriesOf, type Node, nodesOf } from '../../openapi/reader/json.ts';
import { type Edit, editAt, listSchemaEdits } from './list-schema-edits.ts';

/** Lists all edits of the contract that consist of one change. */
export function listEdits(document: Node): Edit[] {
  const requests = ['CreatePaymentRequest', 'SubmitReceiptRequest', 'FetchPaymentRequest'];
  const responses = ['PaymentInvoice', 'InvoiceStatus', 'Problem', 'ProblemItem'];
  return [
    ...listOperationEdits(document),
    ...requests.flatMap((name) => listSchemaEdits(document, name, 'client')),
    ...responses.flatMap((name) => listSchemaEdits(document, name, 'service')),
  ];
}

/** Returns whether `npm run breaking` reports an edit as breaking. */
export function judge(document: Node, edit: Edit): boolean {
  const source = (one: Node) => ({ text: JSON.stringify(one), name: 'it' });
  return compareContracts(source(document), source(edit.document)).some(({ breaking }) => breaking);
}

/** How many edits of one kind a tool judged correctly. */
interface Tally {
  breaks: boolean;
  edits: number;
  right: Record<string, number>;
}

/** Writes the verdicts as a table: each kind of edit, and how many of its edits each tool judged correctly. */
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

/** Lists edits outside the component schemas. Each makes one change, for example to a path, a response or the servers. */
function listOperationEdits(document: Node): Edit[] {
  const make = (kind: string, at: string, breaks: boolean, place: string[], change: (node: Node) => Node): Edit => ({
    kind,
    at,
    breaks,
    document: editAt(document, place, change),
  });
  const whole = [
    make('a server has another URL', 'servers', true, [], () => ({ servers: [{ url: 'https://other.example' }] })),
    make('a server is new', 'servers', false, [], (node) => ({ servers: [...node.servers, { url: 'https://second.example' }] })),
    make('another title and version', 'info', false, ['info'], () => ({ title: 'Other', version: '1.0.1' })),
    make('a path is new', 'paths', false, ['paths'], () => ({
      '/api/v1/payments/list': { post: { operationId: 'listPayments', responses: { '200': { description: 'All.' } } } },
    })),
  ];
  return [...whole, ...nodesOf(document.paths).flatMap(([path, { post }]) => editsOfOperation(document, path, post, make))];
}

type Make = (kind: string, at: string, breaks: boolean, place: string[], change: (node: Node) => Node) => Edit;

function editsOfOperation(document: Node, path: string, post: Node, make: Make): Edit[] {
  const place = ['paths', path, 'post'];
  const at = String(post.operationId);
  const header = (required: boolean) => ({ name: 'X-Trace', in: 'header', required, schema: { type: 'string' } });
  return [
    make('a path is gone', at, true, ['paths'], () => ({ [path]: undefined })),
    make('a method is another', at, true, ['paths', path], (node) => ({ put: node.post, post: undefined })),
    make('an operationId is another', at, true, place, () => ({ operationId: `${at}Again` })),
    make('a header that must be sent is new', at, true, place, (node) => ({
      parameters: [...(node.parameters ?? []), header(true)],
    })),
    make('a header that may be sent is new', at, false, place, (node) => ({
      parameters: [...(node.parameters ?? []), header(false)],
    })),
    make('no token is needed any more', at, false, place, () => ({ security: [] })),
    make('a request has another media type', at, true, [...place, 'requestBody'], (node) => ({
      content: { 'application/xml': Object.values(node.content)[0] },
    })),
    make('a request may have another media type too', at, false, [...place, 'requestBody'], (node) => ({
      content: { ...node.content, 'application/xml': Object.values(node.content)[0] },
    })),
    make('other words', at, false, place, () => ({ summary: 'Other', description: 'Words.' })),
    make('a documented refusal is new', at, false, [...place, 'responses'], () => ({ '451': { description: 'Unavailable.' } })),
    make('a documented success is new', at, true, [...place, 'responses'], () => ({ '202': { description: 'Later.' } })),
    ...Object.keys(post.responses).map((status) =>
      make(
        `a documented ${/^2/.test(status) ? 'success' : 'refusal'} is gone`,
        `${at} ${status}`,
        true,
        [...place, 'responses'],
        () => ({ [status]: undefined }),
      ),
    ),
    ...(post.responses['200']?.$ref === undefined ? [] : editsOfHeaders(document, String(post.responses['200'].$ref), make)),
  ];
}

function editsOfHeaders(document: Node, reference: string, make: Make): Edit[] {
  const place = reference.slice(2).split('/');
  const response = place.reduce<Node>((value, key) => value[key], document);
  const at = place.at(-1) ?? '';
  return [
    ...entriesOf(response.headers).map(([name]) =>
      make('a header of a response is gone', `${at} ${name}`, true, [...place, 'headers'], () => ({ [name]: undefined })),
    ),
    make('a header of a response is new', at, false, [...place, 'headers'], () => ({ 'X-More': { schema: { type: 'string' } } })),
    make('a response has another media type', at, true, place, (node) => ({
      content: { 'application/xml': Object.values(node.content)[0] },
    })),
  ];
}
