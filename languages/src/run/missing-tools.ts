import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function missingTools(needs: readonly string[], path = process.env.PATH ?? ''): string[] {
  return needs.filter((name) => !path.split(delimiter).some((folder) => isProgram(join(folder, name))));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
