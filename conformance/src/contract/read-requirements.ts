import type { Requirement, Schema } from './contract.ts';
import { showValue } from './describe-schema.ts';
import { pointed } from './follow-reference.ts';

/**
 * Reads every entry of `x-requirements` in the document. An entry inside an object with `x-feature` belongs to that feature.
 * @param unsaid value of `support` for entries that have none
 */
export function readRequirements(document: Schema, unsaid: Requirement['support'] = 'extended'): Map<string, Requirement> {
  const found = new Map<string, Requirement>();
  visit(document, '', undefined);
  return found;

  function visit(node: unknown, pointer: string, above: string | undefined): void {
    if (typeof node !== 'object' || node === null) return;
    const own = (node as Schema)['x-feature'];
    const within = typeof own === 'string' ? own : above;
    for (const [key, value] of Object.entries(node)) {
      const at = `${pointer}/${pointed(key)}`;
      if (key !== 'x-requirements') visit(value, at, within);
      else if (!Array.isArray(value)) throw new Error(`${at} is ${showValue(value)}: it must be a list of requirements.`);
      else for (const [index, entry] of (value as Requirement[]).entries()) add(entry, `${at}/${index}`, within);
    }
  }

  function add(entry: Requirement, pointer: string, within: string | undefined): void {
    if (typeof entry !== 'object' || entry === null || typeof entry.id !== 'string')
      throw new Error(`The requirement at ${pointer} has no id.`);
    if (found.has(entry.id)) throw new Error(`Requirement ${entry.id} stands twice: ${pointer}.`);
    const requirement: Requirement = {
      ...entry,
      support: entry.support ?? (within === undefined && entry.feature === undefined ? unsaid : 'extended'),
      pointer,
    };
    const feature = entry.feature ?? (requirement.support === 'core' ? undefined : within);
    if (feature !== undefined) requirement.feature = feature;
    if (within !== undefined && within !== feature) requirement.within = within;
    found.set(entry.id, requirement);
  }
}
