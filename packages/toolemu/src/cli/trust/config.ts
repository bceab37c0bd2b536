import path from 'node:path';
import { askToGoOn } from '../terminal/ask.ts';
import { UsageError } from '../terminal/failure.ts';
import { note } from '../terminal/output.ts';
import { contentHash, isAgreed, keepAgreement } from './agreements.ts';

/**
 * Says which configuration is about to run, and asks whether it may, unless the user named it or agreed to it as it is: `--yes`
 * does not. Throws {@link UsageError} where the answer is no, and where nobody can be asked.
 */
export async function agreeOnConfig(file: string, { isNamed }: { readonly isNamed: boolean }): Promise<void> {
  note(`configuration ${file}`);
  const agreement = { configuration: file, content: contentHash(file) };
  if (isNamed) {
    keepAgreement(agreement);
    return;
  }
  if (isAgreed(agreement)) return;
  const isYes = await askToGoOn({
    question: 'It is code that runs on this machine. Run it?',
    without: `${file} is code that would run on this machine. Read it, and name it by --config ${path.basename(file)}; or leave it out by --no-config`,
  });
  if (!isYes) throw new UsageError(`${file} is not run: leave it out by --no-config`);
  keepAgreement(agreement);
}
