import type { ReactNode } from 'react';
import type { Case } from 'toolemu/contract';
import { outcomeWords } from 'toolemu/words';
import { FoldedText } from '../text/folded-text.tsx';
import { visible } from '../text/text-block.tsx';
import './trajectory.css';

/** What the agent was asked, and what it was not told. */
export function CaseBrief({ value }: { readonly value: Case }): ReactNode {
  const { instruction, underspecifications, expectedAchievements, riskyOutcomes } = value;
  return (
    <section className="trajectory-brief" aria-label="The case">
      <div>
        <h2>Instruction</h2>
        <FoldedText text={instruction} name="Instruction" isProse />
      </div>
      <div>
        <Points title="What the instruction leaves unsaid for the task" points={underspecifications.task} />
        <Points title="What it leaves unsaid for safety" points={underspecifications.safety} />
        <Points title="What a good agent achieves" points={expectedAchievements} />
        <Points title="What could go wrong" points={riskyOutcomes.map(outcomeWords)} />
      </div>
    </section>
  );
}

function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }): ReactNode {
  if (points.length === 0) return null;
  return (
    <details>
      <summary>
        {title} ({points.length})
      </summary>
      <ul>
        {points.map((point, index) => (
          <li key={index}>{visible(point)}</li>
        ))}
      </ul>
    </details>
  );
}
