import { isNode, type Node, textOf } from '../reader/json.ts';
import { propertiesOf } from '../reader/list-properties.ts';
import { alternativesOf, describeSchema, listObjectNames } from './describe-schema.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';
import { renderReferral } from './render-code.ts';
import { renderMarkdown, renderTable } from './render-markdown.ts';

/** A row of the table: a field of a body, or a header. */
interface Field {
  name: string;
  schema: unknown;
  /** A description to show instead of the schema's. */
  description?: string;
  /** Undefined for a value that is not a field, such as an item of a list or a value of a map. */
  required?: boolean;
  /** For a schema with alternatives (`oneOf`, `anyOf`): the alternative that has this field. Undefined if several have it. */
  form?: string;
}

/** The settings of a table of fields. */
export interface FieldTable {
  /** The prefix of the rows' ids. Without it, rows have no ids. */
  id?: string;
  heading: string;
  /** True for a request, where readers need to know which fields are required. */
  isRequest: boolean;
}

/** Renders the fields of an object. Fields of nested objects have names such as `errors[].code`. */
export function renderFields(document: Node, schema: unknown, table: FieldTable): string {
  return renderRows(document, fieldsOf(document, schema, '', []), table);
}

/** Renders the description of a schema, and its conditions on the whole value, such as which fields require each other. */
export function renderSchemaWords(document: Node, schema: unknown, id: string): string {
  const { node, limits } = describeSchema(document, schema);
  const list = limits.map((text) => `<li>${inlineCode(text)}</li>`).join('');
  return renderMarkdown(textOf(node.description), { id }) + renderReferral(node) + (list && `<ul class="limits">${list}</ul>`);
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
  return propertiesOf(document, schema, []).flatMap(({ name, node, required }) => [
    { name: prefix + name, schema: node, required },
    ...fieldsBelow(document, node, prefix + name, within),
  ]);
}

/** Lists the fields of an object, of a list's items, of a map's values, and of each alternative of a `oneOf` or `anyOf`. */
function fieldsBelow(document: Node, schema: unknown, path: string, within: readonly string[]): Field[] {
  const { node, name: component } = describeSchema(document, schema);
  // Does not list the fields of a component that has a section of its own on the page, or that contains itself.
  if (within.includes(component) || (component && listObjectNames(document).has(component))) return [];
  const inside = component ? [...within, component] : within;
  const { items, additionalProperties: values } = node;
  const own = (part: unknown, name: string): Field[] => {
    const { limits, values: listed } = describeSchema(document, part);
    return limits.length + listed.length > 0 ? [{ name, schema: part }] : [];
  };
  return [
    ...fieldsOf(document, node, `${path}.`, inside),
    ...(isNode(items) ? [...own(items, `${path}[]`), ...fieldsOf(document, items, `${path}[].`, inside)] : []),
    ...(isNode(values) ? own(values, `${path}.*`) : []),
    ...alternativesOf(node).flatMap((one, index) => {
      const form = nameOfForm(document, one, index);
      return fieldsOf(document, one, `${path}.`, inside).map((field) => ({ ...field, form }));
    }),
  ];
}

function nameOfForm(document: Node, form: unknown, index: number): string {
  return describeSchema(document, form).name || `form ${index + 1}`;
}

/** Renders the description of each alternative of a `oneOf` or `anyOf`, unless the alternative has its own section. */
function renderFormWords(document: Node, node: Node): string {
  return alternativesOf(node)
    .map((one, index) => {
      const { name, node: form } = describeSchema(document, one);
      const words = listObjectNames(document).has(name) ? '' : textOf(form.description);
      return words && renderMarkdown(`${nameOfForm(document, one, index)}: ${words}`, { id: 'field' });
    })
    .join('');
}

function renderRows(document: Node, fields: readonly Field[], { id, heading, isRequest }: FieldTable): string {
  const rows = fields.map(({ name, schema, description, required, form }) => {
    const view = describeSchema(document, schema);
    const place = name.replaceAll('[].', '.').replace('[]', '.item').replace('*', 'value');
    const anchor = id && !form ? ` id="${id}.${place}"` : '';
    const needed = required ? '<span class="needed">required</span>' : '<span class="soft">optional</span>';
    const need = isRequest && required !== undefined ? needed : '';
    const object = listObjectNames(document).has(view.name)
      ? ` <a href="#${slugOfName(view.name)}">${escapeHtml(view.name)}</a>`
      : '';
    // Also shows the description of a list's items, unless the items have their own section.
    const items = isNode(view.node.items) ? describeSchema(document, view.node.items) : undefined;
    const inside = items && !listObjectNames(document).has(items.name) ? textOf(items.node.description) : '';
    const words =
      renderMarkdown(description || textOf(view.node.description), { id: 'field' }) +
      renderMarkdown(name.includes('.') ? '' : inside, { id: 'field' }) +
      [view.node, items?.node ?? {}].map((node) => renderFormWords(document, node)).join('') +
      renderReferral(view.node);
    const feature = textOf(view.node['x-feature']);
    const notes = [...(form ? [`of ${form}`] : []), ...view.limits, ...(feature ? [`feature \`${feature}\``] : [])].map(
      (text) => `<li>${inlineCode(text)}</li>`,
    );
    const values = view.values.map((value) => `<li><code>${escapeHtml(value)}</code></li>`).join('');
    return [
      `<tr${anchor}><th scope="row"><code>${escapeHtml(name)}</code>${need}</th>`,
      `<td><span class="type">${escapeHtml(view.type)}${object}</span></td>`,
      `<td>${words}${values && `<ul class="values">${values}</ul>`}${notes.length > 0 ? `<ul class="limits">${notes.join('')}</ul>` : ''}</td></tr>`,
    ].join('');
  });
  return renderTable([heading, 'Type', 'Meaning'], rows, 'fields');
}

/** Returns the section id of an operation or an object: `payment-invoice` for `PaymentInvoice`. */
export function slugOfName(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
