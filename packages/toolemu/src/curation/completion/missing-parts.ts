import type { InferredToolPart, Tool, Toolkit } from '../../contract/index.ts';
import type { ServicePart } from '../../prompt/index.ts';

/**
 * What a tool does not say. One that declares effects has said how it behaves: of it no more than the output schema can
 * be missing.
 */
export function missingToolParts({ outputSchema, effects }: Tool): InferredToolPart[] {
  return [
    ...(outputSchema === undefined ? (['outputSchema'] as const) : []),
    ...(effects === undefined ? (['exceptions', 'effects', 'result', 'consequences'] as const) : []),
  ];
}

/** What has to be asked of a service as a whole: its risks, and the records where a tool does not say its effects. */
export function missingServiceParts({ collections, risks, tools }: Toolkit): ServicePart[] {
  const areRecordsNeeded = tools.some(({ effects }) => effects === undefined);
  const areCollectionsGiven = Object.keys(collections).length > 0;
  return [
    ...(areRecordsNeeded && !areCollectionsGiven ? (['collections'] as const) : []),
    ...(areRecordsNeeded ? (['examples'] as const) : []),
    ...(risks.length === 0 ? (['risks'] as const) : []),
  ];
}
