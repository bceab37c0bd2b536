import { type ReactNode, useMemo } from 'react';
import type { DraftDetail } from 'toolemu/contract';
import { formatCountOf, jsonText } from 'toolemu/words';
import { parsedJson } from '../../components/json/json.ts';
import { useSearch } from '../../components/addresses/search-parameters.ts';
import { useShortcuts } from '../../components/shortcuts.tsx';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useCheck } from '../library/editor/use-check.ts';
import { useLeaveGuard } from '../library/editor/use-leave-guard.ts';
import { Changes } from './changes.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { DraftContent } from './draft-content.tsx';
import { DraftEditor } from './draft-editor.tsx';
import { DraftFacts } from './draft-facts.tsx';
import { keys } from './keys.ts';
import { Proof } from './proof.tsx';
import { Reasoning } from './reasoning.tsx';
import { useDecision } from './use-decision.ts';
import { useEdited } from './use-edited.ts';

const views = ['read', 'edit', 'changes', 'reasoning'] as const;

/** A draft: what there is to decide, and the views to decide by. */
export function DraftView({ detail }: { readonly detail: DraftDetail }): ReactNode {
  const { draft, steps } = detail;
  const isOpen = draft.state === 'ready';
  const saved = useMemo(() => jsonText(draft.attempt ?? draft.value), [draft.attempt, draft.value]);
  const edited = useEdited(`toolemu review: ${draft.request.kind} ${draft.id}`, saved);
  const value = useMemo(() => parsedJson(edited.text), [edited.text]);
  const check = useCheck(isOpen ? value : undefined);
  const decision = useDecision(draft, edited.forget);
  const [parameters, change] = useSearch();
  const view = views.find((one) => one === parameters.get('view')) ?? 'read';
  useLeaveGuard(edited.isChanged);
  useShortcuts([{ ...keys.edit, run: () => change({ view: 'edit' }) }]);
  const names: Readonly<Record<(typeof views)[number], string>> = {
    read: 'Read',
    edit: isOpen ? 'Edit' : 'JSON',
    changes: 'Changes',
    reasoning: `Reasoning (${formatCountOf(steps.length, 'answer')})`,
  };
  const content: Readonly<Record<(typeof views)[number], () => ReactNode>> = {
    read: () => <DraftContent detail={detail} isChanged={edited.isChanged} />,
    edit: () => <DraftEditor edited={edited} issues={check.issues} isOpen={isOpen} />,
    changes: () => <Changes before={jsonText(draft.generated)} after={edited.text} />,
    reasoning: () => <Reasoning detail={detail} />,
  };
  return (
    <>
      <DraftFacts detail={detail} />
      <DecisionBar detail={detail} edited={edited} value={value} check={check} decision={decision} />
      <Proof draft={draft} />
      <ViewTabs
        label="Views of the draft"
        views={views}
        names={names}
        view={view}
        content={content}
        onChange={(next) => change({ view: next === 'read' ? null : next })}
      />
    </>
  );
}
