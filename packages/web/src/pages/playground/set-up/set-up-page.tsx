import type { ReactNode } from 'react';
import { useAnswer } from '../../../api.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Page } from '../../../components/page/page.tsx';
import { OpenSessions } from './open-sessions.tsx';
import { SetUpForm } from './set-up-form.tsx';

/** Where a session begins: a case, who plays it, who emulates and who judges. */
export function SetUpPage(): ReactNode {
  const options = useAnswer('GET /api/playground/options');
  return (
    <Page title="Playground">
      <p>
        Play one case step by step: watch an agent and hold it back, play the agent yourself, or change what it saw and
        play on from there. A language model goes by what it sees; a control makes the same calls whatever that is.
      </p>
      <OpenSessions />
      <Answer of={options} what="what can be chosen">
        {(value) => <SetUpForm options={value} />}
      </Answer>
    </Page>
  );
}
