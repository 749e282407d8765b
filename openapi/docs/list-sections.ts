import { join } from 'node:path';
import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, isNode, textOf } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';
import { listObjects } from './describe-schema.ts';
import { createGuideReader, guides } from './read-guide.ts';
import { samplesFolderOf } from './read-samples.ts';
import { renderJson } from './render-code.ts';
import { renderFields, renderHeaders, renderSchemaWords, slugOfName } from './render-fields.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderOperation } from './render-operation.ts';

/** A section of the page, without its heading. */
export interface Section {
  id: string;
  title: string;
  html: string;
}

/** Sections under one heading of the sidebar. */
export interface SectionGroup {
  name: string;
  sections: Section[];
}

const samples = join(import.meta.dirname, '../samples');

/** All sections of the docs. */
export interface Sections {
  /** The part of the contract's own description that no guide shows. */
  introduction: string;
  groups: SectionGroup[];
}

/** Lists every section of the docs: guides, operations, and the objects that operations return. */
export function listSections(contract: Contract): Sections {
  const { read, introduction } = createGuideReader(contract, '#');
  const guide = (name: string) => {
    const { title, text } = read(name);
    return { id: name, title, html: renderMarkdown(text, { id: name, deeper: 1, holdsHtml: true }) };
  };
  const operations = contract.operations.map((operation) => ({
    id: samplesFolderOf(operation.id),
    title: textOf(operation.node.summary),
    html: renderOperation(contract, operation, samples, 3),
  }));
  const groups = [
    { name: 'Start here', sections: guides['Start here'].map(guide) },
    { name: 'Operations', sections: operations },
    { name: 'Guides', sections: guides.Guides.map(guide) },
    { name: 'Reference', sections: [...guides.Reference.map(guide), ...objectSections(contract), headerSection(contract)] },
  ];
  return { introduction: renderMarkdown(introduction(), { id: 'introduction' }), groups };
}

/** Makes a section for each object that an operation returns or a callback sends. */
function objectSections({ document }: Contract): Section[] {
  return listObjects(document).map(([name, schema]) => {
    const id = slugOfName(name);
    const example = [schema.examples].flat().find(isNode);
    return {
      id,
      title: name,
      html:
        renderSchemaWords(document, schema, id) +
        renderFields(document, schema, { id, heading: 'Field', isRequest: false }) +
        (example ? renderJson(`Example: ${name}`, example) : ''),
    };
  });
}

function headerSection({ document, operations }: Contract): Section {
  const responses = [...operations.map(({ node }) => node.responses), document['x-unrouted-answers']];
  const headers = responses.flatMap((each) =>
    entriesOf(each).flatMap(([, reference]) => {
      const { node: response } = followReference(document, reference, []);
      return entriesOf(response?.headers).map(([name, header]): [string, Record<string, unknown>] => [
        name,
        followReference(document, header, []).node ?? {},
      ]);
    }),
  );
  return {
    id: 'response-headers',
    title: 'Response headers',
    html: `<p>Each response of an operation names those that it carries.</p>${renderHeaders(document, new Map(headers), { id: 'header', heading: 'Header', isRequest: false })}`,
  };
}
