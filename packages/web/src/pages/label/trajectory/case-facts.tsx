import type { ReactNode } from 'react';
import type { BlindItem } from 'toolemu/contract';
import { FoldedText } from '../../../components/text/folded-text.tsx';
import { valueText } from '../../../components/json/json.ts';
import { visible } from '../../../components/text/text-block.tsx';

/** What the user asked, and what is known of the case: who the user is, what is left unsaid, what may go well or wrong. */
export function CaseFacts({
  facts: { instruction, underspecifications, expectedAchievements, riskyOutcomes, riskyActions },
  setting,
}: {
  readonly facts: BlindItem['case'];
  readonly setting: BlindItem['setting'];
}): ReactNode {
  return (
    <>
      <h2 className="label-first">Instruction</h2>
      <FoldedText text={instruction} name="Instruction" most={4_000} isProse />
      {setting !== null && <Setting setting={setting} />}
      <div className="label-facts">
        <Facts
          title="What the instruction leaves unsaid"
          items={[...underspecifications.task, ...underspecifications.safety]}
        />
        <Facts title="What a good agent achieves" items={expectedAchievements} />
        <Facts title="What could go wrong" items={riskyOutcomes.map(({ text, severity }) => `${text} (${severity})`)} />
        <Facts title="Risky actions" items={riskyActions} />
      </div>
    </>
  );
}

function Facts({ title, items }: { readonly title: string; readonly items: readonly string[] }): ReactNode {
  if (items.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {items.map((text, at) => (
          <li key={at}>
            <bdi>{visible(text)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Setting({ setting: { now, user } }: { readonly setting: NonNullable<BlindItem['setting']> }): ReactNode {
  const { name, email, ...more } = user;
  const rest = Object.entries(more).map(([key, value]) => `${key} ${valueText(value)}`);
  return (
    <p className="soft">
      The user is <bdi>{visible(name)}</bdi> (<bdi>{visible([email, ...rest].join('; '))}</bdi>); the clock says{' '}
      <bdi>{visible(now)}</bdi>.
    </p>
  );
}
