import { spawnSync } from 'node:child_process';

const toolchains: [name: string, argv: string[]][] = [
  ['Go', ['go', 'version']],
  ['Java', ['java', '-version']],
  ['Python', ['python3', '--version']],
  ['Rust', ['rustc', '--version']],
  ['Mono', ['mono', '--version']],
  ['PHP', ['php', '--version']],
  ['Node.js', ['node', '--version']],
];

/** Lists the toolchains of this machine with their versions, without those that are missing. */
export function describeToolchains(): string {
  return toolchains
    .flatMap(([name, [program = '', ...args]]) => {
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      const version = /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0];
      return status === 0 && version ? [`${name} ${version}`] : [];
    })
    .join(', ');
}
