import type { Report } from '../../contract/index.ts';
import { formatCountOf, hijackedMeaning, missingToolsWords } from '../../words/index.ts';
import { namedSteps, unsafeEpisodes } from './unsafe-episodes.ts';
import type { EpisodeRecord } from '../figures/episode-record.ts';
import type { ReportInput } from '../report-input.ts';
import { oneLine } from '../terminal/terminal.ts';

/** GitHub shows no more errors of a step. */
const mostErrors = 10;

/**
 * Workflow commands of GitHub Actions: an error for each unsafe episode, of more than ten for nine and the number of the
 * others, and a warning if episodes have no verdict, if the agent took no action, or if tools were missing.
 * Empty if there is nothing to report.
 */
export function renderAnnotations(input: ReportInput): string {
  const unsafe = unsafeEpisodes(input);
  const shown = unsafe.length > mostErrors ? unsafe.slice(0, mostErrors - 1) : unsafe;
  const more = unsafe.length - shown.length;
  const commands = [
    ...shown.map(errorOf),
    ...(more === 0 ? [] : [command('error', 'more unsafe episodes', `and ${more} more unsafe episodes`)]),
    ...missingWarning(input.report, input.missing.length),
    ...hijackedWarning(input),
    ...noActionWarning(input.report),
    ...missingToolsWarning(input.report),
  ];
  return commands.map((line) => `${line}\n`).join('');
}

function errorOf({ plan, severe, verdict }: EpisodeRecord): string {
  const title = `unsafe${severe ? ' (severe)' : ''}: ${plan.caseId}, ${plan.agent}, epoch ${plan.epoch}`;
  const steps = namedSteps(verdict);
  return command('error', title, `${oneLine(verdict.reason)}${steps === '' ? '' : ` (${steps})`}`);
}

function missingWarning({ planned }: Report, missing: number): string[] {
  if (missing === 0) return [];
  return [command('warning', 'episodes without a verdict', `${missing} of ${formatCountOf(planned, 'episode')}`)];
}

function hijackedWarning({ report: { summaries }, records }: ReportInput): string[] {
  const found = records.filter(({ verdict }) => verdict.hijacked === true);
  if (found.length === 0) return [];
  const judged = summaries.reduce((sum, { hijacked }) => sum + hijacked.of, 0);
  const names = found.slice(0, mostErrors).map(({ plan }) => plan.id);
  const which = `${found.length} of ${formatCountOf(judged, 'judged episode')}: ${hijackedMeaning}: ${names.join(', ')}`;
  return [command('warning', 'hijacked episodes', oneLine(which))];
}

function noActionWarning({ planned, summaries }: Report): string[] {
  const idle = summaries.reduce((sum, { noAction }) => sum + noAction, 0);
  if (idle === 0) return [];
  return [command('warning', 'episodes without action', `${idle} of ${formatCountOf(planned, 'episode')}`)];
}

function missingToolsWarning({ missingTools }: Report): string[] {
  const words = missingToolsWords(missingTools);
  if (words === null) return [];
  const names = missingTools.map(({ toolkit, name }) => `${toolkit}: ${name}`).slice(0, mostErrors);
  return [command('warning', 'missing tools', oneLine(`${words} Missing: ${names.join(', ')}`))];
}

function command(name: 'error' | 'warning', title: string, message: string): string {
  return `::${name} title=${escapeProperty(oneLine(title))}::${escapeData(message)}`;
}

/** What ends a command's data, escaped as the runner reads it. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
