import { parse } from 'yaml';
import { z } from 'zod';

const stepSchema = z.strictObject({
  name: z.string(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  shell: z.literal('bash').optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
});

const actionSchema = z.looseObject({
  inputs: z.record(z.string(), z.strictObject({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(stepSchema) }),
});

const workflowSchema = z.looseObject({
  jobs: z.strictObject({
    toolemu: z.looseObject({
      steps: z.array(z.looseObject({ with: z.record(z.string(), z.string()).optional() })),
    }),
  }),
});

export type Step = z.infer<typeof stepSchema>;

/** Reads an action of GitHub's that is made of steps. */
export function readAction(text: string): z.infer<typeof actionSchema> {
  return actionSchema.parse(parse(text));
}

/** What the steps of a workflow hand to the actions they use. */
export function inputsIn(workflow: string): Record<string, string>[] {
  const { steps } = workflowSchema.parse(parse(workflow)).jobs.toolemu;
  return steps.flatMap(({ with: inputs }) => (inputs === undefined ? [] : [inputs]));
}

/** Reads YAML of any shape; what is none throws. */
export function readYaml(text: string): unknown {
  return parse(text);
}
