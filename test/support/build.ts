import { execFileSync } from 'node:child_process';
import { repository } from './toolemu.ts';

/** Builds what the command runs, so that system tests test the code as it is. */
export function setup(): void {
  execFileSync('npm', ['run', '--silent', '--workspace', 'toolemu', 'build'], { cwd: repository, stdio: 'inherit' });
}
