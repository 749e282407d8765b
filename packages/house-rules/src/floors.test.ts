/** Tests the table of floors in ARCHITECTURE.md: in each room of the table, files import only from lower floors. */
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { readImports } from './read-imports.ts';
import { listFiles, readText } from './repository.ts';

/** A room's files and folders, arranged in floors from the lowest to the highest. */
interface Room {
  room: string;
  floors: string[][];
}

const files = listFiles().filter((file) => /\.ts$/.test(file) && !/\.test(-d)?\.ts$|(^|\/)testing\//.test(file));
const rooms = readTable(readText('ARCHITECTURE.md'));

function readTable(text: string): Room[] {
  const [, table = ''] = text.split('\n## Floors\n');
  const rows = table.split('\n## ')[0]?.matchAll(/^\| `([^`]+)` +\| (.+?) +\|$/gm) ?? [];
  return [...rows].map(([, room = '', floors = '']) => ({ room, floors: floors.split(' < ').map((floor) => floor.split(', ')) }));
}

/** Lists imports that do not lead to a lower floor, and all imports from or into a file that has no floor. */
function findWrong({ room, floors }: Room, imports: { file: string; to: string }[]): string[] {
  const placeOf = (file: string) =>
    floors.flat().find((place) => file === `${room}/${place}` || file.startsWith(`${room}/${place}/`)) ?? file;
  const floorOf = (place: string) => floors.findIndex((floor) => floor.includes(place));
  return imports
    .map(({ file, to }) => ({ file, to, from: placeOf(file), into: placeOf(to) }))
    .filter(({ from, into }) => from !== into && !(floorOf(from) > floorOf(into) && floorOf(into) >= 0))
    .map(({ file, to }) => `${file} imports ${to}`);
}

/** The only exception: an import of our sandbox's adapter, which is outside the suite, as any user's adapter is. */
const allowed = 'conformance/src/adapter/load-adapter.ts imports conformance/adapters/sandbox.ts';

test.each(rooms)('$room: each folder imports from the floors below it only', (room) => {
  const imports = files
    // In `conformance`, checks only the suite, because the servers for its tests have no floors.
    .filter((file) =>
      room.room === 'conformance' ? /^conformance\/(src|payments|cases)\//.test(file) : file.startsWith(`${room.room}/`),
    )
    .flatMap((file) =>
      readImports(readText(file))
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => ({ file, to: normalize(join(dirname(file), specifier)) })),
    )
    .filter(({ to }) => to.startsWith(`${room.room}/`) && to.endsWith('.ts'));
  expect(imports.length).toBeGreaterThan(50);
  expect(findWrong(room, imports).filter((line) => line !== allowed)).toEqual([]);
});

test('every room with more than five folders has its floors in the table', () => {
  const folders = Map.groupBy(
    files.filter((file) => /^packages\/[\w-]+\/src\/[\w-]+\//.test(file)).map((file) => file.split('/').slice(0, 4).join('/')),
    (folder) => dirname(folder),
  );
  const large = [...folders].filter(([, list]) => new Set(list).size > 5).map(([room]) => room);
  expect(large.filter((room) => !rooms.some((row) => row.room === room))).toEqual([]);
});

test('an import upwards, sideways or of a place without a floor is found', () => {
  const room = { room: 'a', floors: [['x'], ['y', 'z']] };
  const imports = [
    { file: 'a/y/1.ts', to: 'a/x/1.ts' },
    { file: 'a/x/1.ts', to: 'a/y/1.ts' },
    { file: 'a/y/1.ts', to: 'a/z/1.ts' },
    { file: 'a/y/1.ts', to: 'a/w/1.ts' },
  ];
  expect(findWrong(room, imports)).toEqual([
    'a/x/1.ts imports a/y/1.ts',
    'a/y/1.ts imports a/z/1.ts',
    'a/y/1.ts imports a/w/1.ts',
  ]);
});
