import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../run/command.ts';
import type { Place } from './generator.ts';

/** The program of a virtual environment, one for each generator, which is kept. */
export function pythonOf(place: Place, id: string, program = 'python'): string {
  return join(place.cache, 'venvs', id, 'bin', program);
}

/** The commands that make the virtual environment, and install the pinned packages into it. */
export function installPython(place: Place, id: string): Command[] {
  const { cache, folder } = place;
  const make = ['python3', '-m', 'venv', join(cache, 'venvs', id)];
  return [
    ...(existsSync(pythonOf(place, id)) ? [] : [{ argv: make, cwd: folder }]),
    { argv: [pythonOf(place, id), '-m', 'pip', 'install', '-q', '-r', 'driver-requirements.txt'], cwd: folder },
  ];
}
