import { followReference } from '../reader/follow-reference.ts';
import { isNode, itemsOf, type Node, textOf } from '../reader/json.ts';
import { type Requirement, requirementsOf } from '../reader/list-requirements.ts';
import { type Contract, isOfPayments } from '../reader/read-contract.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';
import { createGuideReader, guides } from './read-guide.ts';
import { readSamples, samplesFolderOf } from './read-samples.ts';
import { escapeMarkdown, slugOf } from './render-markdown.ts';

/** A note at the top of Redoc's first section. It links to the one-page edition. */
const otherEdition =
  'To print, to search with your browser, to read without scripts, and to try requests: [the same on one page](page.html).';
/** A link to the list of requirements, for a contract that has requirements. */
const listLead = 'Every requirement with its cases: [the list of requirements](requirements.html).';

/**
 * Derives the document that Redoc renders: adds features and requirements to descriptions, adds guides as tags without
 * operations, and adds samples as code samples. Another API's contract gets none of our guides and samples.
 */
export function deriveForRedoc(contract: Contract, samples: string): Node {
  const document = structuredClone(contract.document);
  escapeDescriptions(document);
  sayRequirements(document);
  const requirements = listOfRequirements(contract.document, []);
  const ofEvery = requirements && `## All operations\n\n${requirements}`;
  if (!isOfPayments(contract)) {
    const leads = contract.requirements.length > 0 ? [listLead] : [];
    return describe(document, ...leads, textOf(document.info?.description), ofEvery);
  }
  for (const { id, at } of contract.operations) {
    const node = at.reduce<Node>((value, key) => value[key], document);
    node['x-codeSamples'] = readSamples(samples, id).map(({ language, label, source }) => ({ lang: language, label, source }));
  }
  const reader = createGuideReader(contract, '#/');
  const leads = routesOf(contract);
  const guide = (name: string): Node => {
    const { title, text } = reader.read(name);
    return { name, 'x-displayName': title, 'x-traitTag': true, description: redirectLinks(text, leads) };
  };
  const groups = Object.entries(guides).map(([name, names]) => ({ name, tags: names.map(guide) }));
  const operations = { name: 'Operations', tags: itemsOf(document.tags) };
  const [start, ...rest] = groups;
  const all = [...(start ? [start] : []), operations, ...rest];
  return {
    ...describe(document, `${otherEdition} ${listLead}`, escapeMarkdown(reader.introduction()), ofEvery),
    tags: all.flatMap(({ tags }) => tags),
    'x-tagGroups': all.map(({ name, tags }) => ({ name, tags: tags.map((tag) => textOf(tag.name)) })),
  };
}

/** Replaces the document's description with the given parts, each in a paragraph of its own. Skips empty parts. */
function describe(document: Node, ...parts: string[]): Node {
  return { ...document, info: { ...document.info, description: parts.filter(Boolean).join('\n\n') } };
}

/** Escapes HTML where Redoc renders Markdown, because the text of a third party must not add HTML to the page. */
function escapeDescriptions(document: Node): void {
  for (const { node, at } of [...walkDocument(document)])
    for (const key of at[0] === 'info' ? ['description', 'summary'] : ['description'])
      if (typeof node[key] === 'string') node[key] = escapeMarkdown(node[key]);
}

/** Appends the features and requirements of an object to its description. */
function sayRequirements(document: Node): void {
  const described = [...walkDocument(document)].filter(({ at }) => at.length > 0);
  for (const { node, features } of described) {
    const feature = textOf(node['x-feature']);
    const requirements = listOfRequirements(node, features);
    if (feature === '' && requirements === '') continue;
    // Repeats the target's description, because a description beside a reference would hide it.
    const words = textOf(node.description) || textOf(followReference(document, node, []).node?.description);
    node.description = [words, feature && `Belongs to the feature \`${feature}\`.`, requirements].filter(Boolean).join('\n\n');
  }
}

/** Lists the requirements of an object. The list is collapsed, because readers look for the fields of an operation first. */
function listOfRequirements(owner: Node, features: string[]): string {
  const list = requirementsOf({ owner, list: owner['x-requirements'], features, at: [] });
  if (list.length === 0) return '';
  return `<details><summary>Requirements: ${list.length}</summary><ul>${list.map(describeRequirement).join('')}</ul></details>`;
}

function describeRequirement({ id, level, support, feature, text }: Requirement): string {
  const kind = support === 'core' ? 'core' : `feature <code>${escapeHtml(feature)}</code>`;
  const name = escapeHtml(id);
  return `<li><a href="requirements.html#${name}"><code>${name}</code></a> ${escapeHtml(level)}, ${kind}. ${inlineCode(text)}</li>`;
}

/** Maps each anchor of the one-page edition to the link that leads to the same content in Redoc. */
function routesOf({ document, operations }: Contract): Map<string, string> {
  const tag = itemsOf(document.tags).filter(isNode)[0];
  const routes = operations.map(({ id, node }): [string, string] => {
    const group = textOf(itemsOf(node.tags)[0] ?? tag?.name);
    return [samplesFolderOf(id), `#/${slugOf(group)}/${id.toLowerCase()}`];
  });
  return new Map([
    ...routes,
    ...Object.values(guides).flatMap((names) => names.map((name): [string, string] => [name, `#/${name}`])),
  ]);
}

/** Replaces links to anchors of the one-page edition, such as those in tables, with links to Redoc or else to page.html. */
function redirectLinks(text: string, routes: ReadonlyMap<string, string>): string {
  return text.replace(/href="#([^"]+)"/g, (_, id) => `href="${routes.get(id) ?? `page.html#${id}`}"`);
}
