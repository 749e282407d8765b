import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../run/command.ts';
import type { Place } from './generator.ts';

/** Returns the path of a program in the virtual environment of a generator, which is kept between runs. */
export function pythonOf(place: Place, id: string, program = 'python'): string {
  return join(place.cache, 'venvs', id, 'bin', program);
}

/** Returns the commands that create the virtual environment and install the pinned packages. */
export function installPython(place: Place, id: string): Command[] {
  const { cache, folder } = place;
  const make = ['python3', '-m', 'venv', join(cache, 'venvs', id)];
  return [
    ...(existsSync(pythonOf(place, id)) ? [] : [{ argv: make, cwd: folder }]),
    { argv: [pythonOf(place, id), '-m', 'pip', 'install', '-q', '-r', 'driver-requirements.txt'], cwd: folder },
  ];
}
