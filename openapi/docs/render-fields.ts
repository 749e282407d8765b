import { isNode, type Node, nodesOf, textOf } from '../reader/json.ts';
import { propertiesOf } from '../reader/list-properties.ts';
import { describeSchema } from './describe-schema.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';
import { renderMarkdown, renderTable } from './render-markdown.ts';

/** A field of a body, or a header, ready to be a row. */
interface Field {
  name: string;
  schema: unknown;
  /** Replaces the schema's description. */
  description?: string;
  required: boolean;
}

/** The words of a table of fields. */
export interface FieldTable {
  /** Begins the ids of its rows; without one they have none. */
  id?: string;
  /** Names the first column. */
  heading: string;
  /** True in a request, where it matters what must be sent. */
  isRequest: boolean;
}

/** Renders the fields of an object, those of objects inside it as `errors[].code`. */
export function renderFields(document: Node, schema: unknown, table: FieldTable): string {
  return renderRows(document, fieldsOf(document, schema, '', []), table);
}

export function renderHeaders(document: Node, headers: Iterable<[string, Node]>, table: FieldTable): string {
  const fields = [...headers].map(([name, { schema, description, required }]) => ({
    name,
    schema,
    description: textOf(description),
    required: required === true,
  }));
  return fields.length === 0 ? '' : renderRows(document, fields, table);
}

function fieldsOf(document: Node, schema: unknown, prefix: string, within: readonly string[]): Field[] {
  return propertiesOf(document, schema, []).flatMap(({ name, node, required }) => {
    const path = prefix + name;
    const { node: merged, name: component } = describeSchema(document, node);
    const inner = isNode(merged.items) ? merged.items : undefined;
    // A component that has a section of its own is not repeated; a list's items are rows below it.
    const below = inner && !within.includes(component) ? fieldsOf(document, inner, `${path}[].`, [...within, component]) : [];
    return [{ name: path, schema: node, required }, ...below];
  });
}

function renderRows(document: Node, fields: readonly Field[], { id, heading, isRequest }: FieldTable): string {
  const rows = fields.map(({ name, schema, description, required }) => {
    const view = describeSchema(document, schema);
    const anchor = id ? ` id="${id}.${name.replaceAll('[]', '')}"` : '';
    const need = isRequest ? `<span class="${required ? 'needed' : 'soft'}">${required ? 'required' : 'optional'}</span>` : '';
    const object =
      view.node.type === 'object' && view.name ? ` <a href="#${slugOfName(view.name)}">${escapeHtml(view.name)}</a>` : '';
    const words = renderMarkdown(description || textOf(view.node.description), { id: 'field' });
    const feature = textOf(view.node['x-feature']);
    const notes = [...view.limits, ...(feature ? [`feature \`${feature}\``] : [])].map((text) => `<li>${inlineCode(text)}</li>`);
    const values = view.values.map((value) => `<li><code>${escapeHtml(value)}</code></li>`).join('');
    return [
      `<tr${anchor}><th scope="row"><code>${escapeHtml(name)}</code>${need}</th>`,
      `<td><span class="type">${escapeHtml(view.type)}${object}</span></td>`,
      `<td>${words}${values && `<ul class="values">${values}</ul>`}${notes.length > 0 ? `<ul class="limits">${notes.join('')}</ul>` : ''}</td></tr>`,
    ].join('');
  });
  return renderTable(
    `<tr><th scope="col">${heading}</th><th scope="col">Type</th><th scope="col">Meaning</th></tr>`,
    rows.join(''),
    'fields',
  );
}

/** Makes the id of the section of an operation or an object: `PaymentInvoice` is at `payment-invoice`. */
export function slugOfName(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

/** Lists the objects that have a section of their own: those that a response or a callback is. */
export function listObjects(document: Node, bodies: Iterable<unknown>): [name: string, schema: Node][] {
  const names = new Set([...bodies].map((schema) => describeSchema(document, schema).name));
  return nodesOf(document.components?.schemas).filter(([name]) => names.has(name));
}
