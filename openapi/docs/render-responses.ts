import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, isNode, type Node, textOf } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import type { Contract } from '../reader/read-contract.ts';
import { describeSchema } from './describe-schema.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';
import { samplesFolderOf } from './read-samples.ts';
import { renderJson } from './render-code.ts';
import { slugOfName } from './render-fields.ts';
import { renderMarkdown, renderTable } from './render-markdown.ts';

/** Renders the responses of an operation: successful ones with their examples, then a table of errors with their codes. */
export function renderResponses(contract: Contract, operation: Operation, level: number): string {
  const { document } = contract;
  const id = samplesFolderOf(operation.id);
  const responses = entriesOf(operation.node.responses).map(([status, reference]): [string, Node] => {
    const { node } = followReference(document, reference, []);
    return [status, isNode(node) ? node : {}];
  });
  const isSuccess = ([status]: [string, Node]) => status.startsWith('2');
  const successes = responses.filter(isSuccess).map(([status, response]) => {
    const body = response.content?.['application/json'];
    const { name } = describeSchema(document, body?.schema);
    const object = name
      ? `<p>The body is <a href="#${slugOfName(name)}">${escapeHtml(name)}</a>. ${headersOf(response)}</p>`
      : '';
    const examples = listExamples(document, body).map(({ summary, value }) => renderJson(`${status}: ${summary}`, value));
    const words = renderMarkdown(textOf(response.description), { id });
    return `<h${level} id="${id}-${status}">${escapeHtml(status)}</h${level}>${words}${object}${renderLinks(document, response)}${examples.join('')}`;
  });
  const refusals = responses.filter((response) => !isSuccess(response));
  return successes.join('\n') + renderRefusals(contract, id, refusals);
}

/** Renders the `links` of a response: the operations to which a client can pass values of the response. */
function renderLinks(document: Node, { links }: Node): string {
  const items = entriesOf(links).map(([, reference]) => {
    const { operationId, description } = followReference(document, reference, []).node ?? {};
    const id = textOf(operationId);
    return `<li>${inlineCode(textOf(description))} <a href="#${samplesFolderOf(id)}"><code>${escapeHtml(id)}</code></a></li>`;
  });
  return items.length === 0 ? '' : `<p>Next:</p><ul>${items.join('')}</ul>`;
}

/** Renders the error responses: each status with the problem codes that it can have. */
export function renderRefusals({ document, problems }: Contract, id: string, responses: readonly [string, Node][]): string {
  const rows = responses.map(([status, response]) => {
    const codes = listExamples(document, response.content?.['application/problem+json']).map(({ value }) => {
      const cause = problems.find(({ code }) => code === value?.code)?.cause ?? '';
      return `<li><a href="#problem-${escapeHtml(value?.code)}"><code>${escapeHtml(value?.code)}</code></a> ${inlineCode(cause)}</li>`;
    });
    return `<tr id="${id}-${status}"><th scope="row">${status}</th><td>${renderMarkdown(textOf(response.description), { id })}<p class="soft">${headersOf(response)}</p></td><td><ul class="codes">${codes.join('')}</ul></td></tr>`;
  });
  return renderTable(['Status', 'Meaning', 'Codes'], rows, 'refusals');
}

function headersOf({ headers }: Node): string {
  const links = entriesOf(headers).map(([name]) => `<a href="#response-headers"><code>${escapeHtml(name)}</code></a>`);
  return links.length === 0 ? '' : `Headers: ${links.join(', ')}.`;
}

export interface Example {
  name: string;
  /** The example's `summary`, or else its name. */
  summary: string;
  value: Node[string];
}

export function listExamples(document: Node, body: unknown): Example[] {
  const { examples } = isNode(body) ? body : {};
  return entriesOf(examples).map(([name, reference]) => {
    const { node } = followReference(document, reference, []);
    return { name, summary: textOf(node?.summary) || name, value: node?.value };
  });
}
