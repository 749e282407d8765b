import { followReference, valueAt } from '../reader/follow-reference.ts';
import { isNode, itemsOf, type Node, nodesOf, textOf } from '../reader/json.ts';
import { scopesOf } from '../reader/list-access.ts';
import type { Operation } from '../reader/list-operations.ts';
import { requirementsOf } from '../reader/list-requirements.ts';
import type { Contract } from '../reader/read-contract.ts';
import { escapeHtml } from './escape-html.ts';
import { describeLimit } from './read-guide.ts';
import { readSamples, samplesFolderOf } from './read-samples.ts';
import { renderJson, renderReferral, renderSamples } from './render-code.ts';
import { renderFields, renderHeaders, renderSchemaWords } from './render-fields.ts';
import { renderMarkdown, renderTable } from './render-markdown.ts';
import { listExamples, renderResponses } from './render-responses.ts';

/** The locations of parameters. For each, the heading of its table and the heading of the table's first column. */
const places = [
  ['path', 'Path', 'Parameter'],
  ['query', 'Query', 'Parameter'],
  ['header', 'Request headers', 'Header'],
] as const;

/**
 * Renders the section of an operation, without its heading: its purpose, how to call it, all responses, its callbacks.
 * @param samples the folder with the operation's samples
 * @param level the level of the headings in the section
 */
export function renderOperation(contract: Contract, operation: Operation, samples: string, level: number): string {
  const { document } = contract;
  const { node, method, path, callback } = operation;
  const id = samplesFolderOf(operation.id);
  const h = (words: string, end: string) => `<h${level} id="${id}-${end}">${words}</h${level}>`;
  const body = followReference(document, node.requestBody, []).node?.content?.['application/json'];
  const parameters = parametersOf(document, operation).map((one): [string, Node] => [textOf(one.name), one]);
  const isCalled = callback === undefined;
  const around = valueAt(document, operation.at.slice(0, -1));
  return [
    `<p class="endpoint"><span class="method">${method}</span> <code>${isCalled ? escapeHtml(path) : 'your callbackUrl'}</code></p>`,
    node.deprecated === true ? '<p><strong>Deprecated.</strong></p>' : '',
    ...[around?.summary, around?.description, node.description].map((words) => renderMarkdown(textOf(words), { id })),
    renderReferral(node),
    isCalled ? renderNeeds(contract, operation) : '',
    renderSamples(readSamples(samples, operation.id)),
    isCalled ? renderTry(contract, operation) : '',
    ...places.map(([place, words, heading]) => {
      const own = parameters.filter(([, parameter]) => parameter.in === place);
      return own.length === 0
        ? ''
        : h(words, place === 'header' ? 'headers' : place) +
            renderHeaders(document, own, { id: `${id}-${place}`, heading, isRequest: true });
    }),
    ...(node.requestBody === undefined
      ? []
      : [
          h('Request body', 'body'),
          renderSchemaWords(document, body?.schema, `${id}-body`),
          renderFields(document, body?.schema, { id: `${id}-body`, heading: 'Field', isRequest: true }),
        ]),
    ...listExamples(document, body).map(({ summary, value }) => renderJson(`Example: ${summary}`, value)),
    h(isCalled ? 'Responses' : 'Your response', 'responses'),
    isCalled ? renderResponses(contract, operation, level + 1) : renderReplies(node),
    renderRequirements(operation),
    ...operation.callbacks.map(
      (each) =>
        h(`Callback: ${escapeHtml(textOf(each.node.summary))}`, samplesFolderOf(each.id)) +
        renderOperation(contract, each, samples, level + 1),
    ),
  ].join('\n');
}

function parametersOf(document: Node, { parameters }: Operation): Node[] {
  return parameters.map((parameter) => followReference(document, parameter, []).node).filter(isNode);
}

function renderNeeds({ document, rateLimits }: Contract, operation: Operation): string {
  const scopes = scopesOf(document, operation).map((scope) => `<code>${escapeHtml(scope)}</code>`);
  const limits = rateLimits.filter(({ of }) => of === operation.id).map(describeLimit);
  return `<dl class="needs"><dt>Scope</dt><dd>${scopes.join(', ') || 'none'}</dd><dt>Rate limit</dt><dd>${limits.join('; ') || 'none'}</dd></dl>`;
}

/** Renders the responses that the receiver of a callback may send. */
function renderReplies({ responses }: Node): string {
  const rows = nodesOf(responses).map(
    ([status, { description }]) =>
      `<tr><th scope="row">${escapeHtml(status)}</th><td>${renderMarkdown(textOf(description), { id: 'reply' })}</td></tr>`,
  );
  return renderTable(['Status', 'Effect'], rows);
}

function renderRequirements({ node, at }: Operation): string {
  const list = requirementsOf({ owner: node, list: itemsOf(node['x-requirements']), features: [], at });
  if (list.length === 0) return '';
  const links = list.map(({ id, text }) => `<a href="requirements.html#${id}" title="${escapeHtml(text)}">${escapeHtml(id)}</a>`);
  return `<p class="soft requirements">Requirements: ${links.join(', ')}.</p>`;
}

/** Renders the form that sends a request. It stays hidden on a page that was opened as a file, without a server. */
export function renderTry({ document }: Contract, operation: Operation): string {
  const id = `${samplesFolderOf(operation.id)}-try`;
  const body = followReference(document, operation.node.requestBody, []).node?.content?.['application/json'];
  const examples = listExamples(document, body);
  const inputs = parametersOf(document, operation).map(({ name, required, in: place, explode, schema }, index) => {
    const isList = [followReference(document, schema, []).node?.type].flat().includes('array');
    const how = isList ? ` data-list="${explode === false ? 'joined' : 'repeated'}"` : '';
    const hint = `${isList ? ' (separated by commas)' : ''}${required ? '' : ' (optional)'}`;
    return `<label for="${id}-input-${index}">${escapeHtml(name)}${hint}</label><input id="${id}-input-${index}" data-in="${escapeHtml(place)}" data-name="${escapeHtml(name)}"${how} autocomplete="off" spellcheck="false"${required ? ' required' : ''}>`;
  });
  const choices = examples.map(
    ({ summary, value }, index) =>
      `<option value="${escapeHtml(JSON.stringify(value, null, 2))}"${index === 0 ? ' selected' : ''}>${escapeHtml(summary)}</option>`,
  );
  const text = examples[0] ? JSON.stringify(examples[0].value, null, 2) : '{}';
  const field = `<label for="${id}-body">Request body</label><textarea id="${id}-body" rows="${Math.min(9, text.split('\n').length)}" spellcheck="false" autocapitalize="off">${escapeHtml(text)}</textarea>`;
  return `<form class="try" data-method="${operation.method}" data-path="${escapeHtml(operation.path)}" data-operation="${escapeHtml(operation.id)}" aria-labelledby="${id}" hidden>
<p class="try-title" id="${id}">Try it: ${escapeHtml(textOf(operation.node.summary))}</p>
<label for="${id}-token">Token</label><input id="${id}-token" class="token" type="password" autocomplete="off" spellcheck="false" required>
<p class="soft">It stays on this page until you close it, and is sent only to <span class="served-by"></span>.</p>
${inputs.join('')}
${choices.length > 1 ? `<label for="${id}-example">Example</label><select id="${id}-example">${choices.join('')}</select>` : ''}
${operation.node.requestBody === undefined ? '' : field}
<p class="try-actions"><button>Send request</button></p>
<div class="try-result" role="status"></div>
</form>`;
}
