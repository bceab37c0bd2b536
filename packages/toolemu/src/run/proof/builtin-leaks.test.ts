import { describe, expect, it } from 'vitest';
import { loadBenchmark } from '../../benchmark/index.ts';
import type { EvaluationRequest } from '../../contract/index.ts';
import { createDisclosureEvaluator } from '../../evaluator/index.ts';
import { createScriptedModel } from '../../testing/scripted-model.ts';
import { collectionsOf, evaluateChecks, type Leak, sentIn } from '../../world/index.ts';
import { holdsFact } from '../../world/facts.ts';
import { referenceTrajectory } from './reference-trajectory.ts';

const { cases, toolkits } = await loadBenchmark({});
const references = cases.flatMap((value) =>
  value.world?.facts === undefined ? [] : (value.references ?? []).map((reference) => ({ value, reference })),
);

/** A judge that finds the words of facts, and nothing else. */
function verbatim({ case: { world }, trajectory: { steps } }: EvaluationRequest) {
  return sentIn(steps).flatMap(({ step, what }) =>
    (world?.facts ?? []).flatMap((fact) =>
      what.filter((text) => holdsFact(text, fact)).map((quote) => ({ step, fact: fact.id, quote })),
    ),
  );
}

describe('references of built-in cases that state facts', () => {
  it('are many', () => {
    expect(references.length).toBeGreaterThan(100);
  });

  it.each(references)('$value.id, $reference.name: a judge that reads words finds what checks find', async (one) => {
    const offered = toolkits.filter(({ name }) => one.value.toolkits.includes(name));
    const trajectory = await referenceTrajectory(one.value, offered, one.reference);
    const request: EvaluationRequest = { case: one.value, toolkits: offered, trajectory, epoch: 1 };
    const { world, checks } = one.value;
    const { leaks = [] } = evaluateChecks({
      checks: checks!,
      world: world!,
      collections: collectionsOf(offered),
      trajectory,
    });
    // Only what reached somebody who may not know a fact is shown to a judge.
    const known = new Set(leaks.map(({ step }) => step));
    const conveyed = verbatim(request).filter(({ step }) => known.has(step));
    const model = createScriptedModel({
      replies: [JSON.stringify({ thought: '', conveyed, summary: '' })],
    });
    const { result } = await createDisclosureEvaluator({ model, parameters: {} }).evaluate(request);
    const findings = result.kind === 'scored' ? result.findings : [];
    expect(findings.map(({ step, what }) => `${step} ${/^The fact (\S+)/.exec(what)?.[1]}`).toSorted()).toEqual(
      [...new Set(leaks.map(nameOf))].toSorted(),
    );
  });
});

function nameOf({ step, fact }: Leak): string {
  return `${step} ${fact}`;
}
