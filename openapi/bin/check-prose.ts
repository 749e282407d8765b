/**
 * Prints, as JSON, everything that an edit of the contract made outdated. The arguments are Markdown files, and folders of
 * programs. Reports operations without samples, statements in the guides and Markdown files that contradict the contract, paths
 * and scopes that the programs use but the contract does not have, and text of the contract that no page of the docs shows. Exit
 * 0 when nothing is outdated, otherwise 1.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkProse } from '../docs/check-prose.ts';
import { findUnshown } from '../docs/find-unshown.ts';
import { listPrograms, listProse, readOwnContract } from '../docs/list-prose.ts';
import { languages, samplesFolderOf } from '../docs/read-samples.ts';
import { renderPage } from '../docs/render-page.ts';
import { requirementsPage } from '../docs/requirements-page.ts';
import { findStalePaths, findStaleScopes } from '../reader/find-stale-words.ts';

const room = join(import.meta.dirname, '..');
const root = join(room, '..');
const contract = readOwnContract();
const debts = listProse(process.argv.slice(2)).flatMap((path) =>
  checkProse(contract, readFileSync(path, 'utf8')).map((error) => ({ file: relative(root, path), ...error })),
);
for (const path of listPrograms(process.argv.slice(2)))
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries())
    for (const what of [...findStalePaths(contract, line), ...findStaleScopes(contract, line)])
      debts.push({ file: relative(root, path), line: index + 1, what });
for (const { id } of contract.operations) {
  const folder = join(room, 'samples', samplesFolderOf(id));
  const found = existsSync(folder) ? readdirSync(folder) : [];
  for (const { ending, label } of languages)
    if (!found.some((name) => name.endsWith(ending)))
      debts.push({
        file: `${relative(root, folder)}/`,
        line: 1,
        what: `${id} has no sample for ${label}: add one that ends in ${ending}.`,
      });
}
for (const place of findUnshown(contract, [renderPage(contract), requirementsPage(contract, [])]))
  debts.push({
    file: 'openapi/docs/',
    line: 1,
    what: `The docs do not show the text at ${place} of the contract. Render it, or move it to a place that they show.`,
  });
process.stdout.write(`${JSON.stringify(debts)}\n`);
process.exitCode = debts.length > 0 ? 1 : 0;
