import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { libraryContract } from './library-server.ts';
import { museumContract } from './museum-server.ts';

/** Facts that only the suite's own extensions can state: which request fields a response repeats, and who owns a resource. */
const statements: Record<string, [plain: string, stated: string][]> = {
  [libraryContract]: [
    ['title: {type: string}', 'title: {type: string, x-echoes: {operation: addBook, property: title}}'],
    ['operationId: readBook\n', owned('readBook', 'books-belong')],
  ],
  [museumContract]: [
    ['name: {type: string,', 'name: {x-echoes: {operation: planEvent, property: name}, type: string,'],
    ['price: {type: number,', 'price: {x-echoes: {operation: planEvent, property: price}, type: number,'],
    [
      'day: {type: string, format: date}\n        count',
      'day: {x-echoes: {operation: buyTicket, property: day}, type: string, format: date}\n        count',
    ],
    ['operationId: readEvent\n', owned('readEvent', 'events-belong')],
    ['operationId: readTicket\n', owned('readTicket', 'tickets-belong')],
  ],
};

function owned(operation: string, id: string): string {
  const requirement = `{id: ${id}, level: MUST, about: ownership, text: It is seen by the account that made it only., source: The house}`;
  return `operationId: ${operation}\n      x-requirements: [${requirement}]\n`;
}

/** Adds these statements to a document, writes the result to a folder, and returns the path of the written file. */
export function stateFacts(contract: string, folder: string): string {
  let text = readFileSync(contract, 'utf8');
  for (const [plain, stated] of statements[contract] ?? []) {
    if (!text.includes(plain)) throw new Error(`${contract} has no ${plain} any more.`);
    text = text.replace(plain, stated);
  }
  const path = join(folder, basename(contract));
  writeFileSync(path, text);
  return path;
}
