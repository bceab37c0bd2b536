import { loadToolkitRisks } from '../../../../benchmark/index.ts';
import { type RiskType, riskTypeSchema, type Toolkit } from '../../../../contract/index.ts';
import { UsageError } from '../../../terminal/failure.ts';

/** Risks as the command line names them: types, and sentences. */
export function sortRisks(given: readonly string[] = []): { types: RiskType[]; texts: string[] } {
  const types = given.map((text) => riskTypeSchema.safeParse(text.toLowerCase().replaceAll(/[\s_]+/g, '-')));
  const texts = given.filter((_, index) => types[index]?.success !== true);
  const word = texts.find((text) => !/\S\s+\S/.test(text));
  if (word !== undefined) {
    throw new UsageError(
      `--risk ${word}: there are the types ${riskTypeSchema.options.join(', ')}; a risk of your own is a sentence`,
    );
  }
  return { types: types.flatMap((one) => (one.success ? [one.data] : [])), texts };
}

/** Toolkits with the risks that a file has of them, in the place of their own. */
export async function withRisks(toolkits: readonly Toolkit[], file: string | undefined): Promise<readonly Toolkit[]> {
  if (file === undefined) return toolkits;
  const risks = await loadToolkitRisks(file);
  const isIn = ({ name }: Toolkit): boolean => Object.hasOwn(risks, name);
  if (!toolkits.some(isIn)) {
    const names = Object.keys(risks).join(', ');
    throw new UsageError(
      `${file} has no risks of ${toolkits.map(({ name }) => name).join(', ')}; it has those of ${names}`,
    );
  }
  return toolkits.map((toolkit) => (isIn(toolkit) ? { ...toolkit, risks: risks[toolkit.name] ?? [] } : toolkit));
}
