import { followReference } from '../reader/follow-reference.ts';
import { isNode, textOf } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import type { Contract } from '../reader/read-contract.ts';
import { escapeHtml } from './escape-html.ts';
import { listExamples } from './list-examples.ts';
import { samplesFolderOf } from './read-samples.ts';

/**
 * Renders the form that sends an operation to the server that serves the docs. It is hidden until the page's script has found such a
 * server: a file has none.
 */
export function renderTry({ document }: Contract, operation: Operation): string {
  const id = `${samplesFolderOf(operation.id)}-try`;
  const body = followReference(document, operation.node.requestBody, []).node?.content?.['application/json'];
  const examples = listExamples(document, body);
  const inputs = operation.parameters
    .map((parameter) => followReference(document, parameter, []).node)
    .filter(isNode)
    .map(({ name, required, in: place, explode, schema }, index) => {
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
