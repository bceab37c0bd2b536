import type { ReactNode } from 'react';
import type { RunConfig } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import { Name } from '../../components/text/name.tsx';
import { visible } from '../../components/text/text-block.tsx';
import { settingOf } from './setting.ts';

/** Who was tested with what: agents, promptings, models, emulator. */
export function RunSetting({
  config,
  isToldElsewhere,
}: {
  readonly config: RunConfig | null;
  /** Whether the agents stand in the row already. */
  readonly isToldElsewhere: boolean;
}): ReactNode {
  if (config === null) return null;
  const { agents: all, promptStyles, models, emulator } = settingOf(config);
  const agents = isToldElsewhere ? [] : all;
  return (
    <>
      {agents.length > 0 && (
        <ul
          className="runs-plain"
          title={config.agents
            .slice(0, 40)
            .map(({ name }) => visible(name))
            .join('\n')}
        >
          {agents.slice(0, most).map((agent) => (
            <li key={agent}>
              <Name name={agent} most={60} />
            </li>
          ))}
          {agents.length > most && <li>and {formatCountOf(agents.length - most, 'more', 'more')}</li>}
        </ul>
      )}
      {models.length > 0 && (
        <small className="runs-line">
          models: <Name name={models.join(', ')} most={80} />
        </small>
      )}
      {promptStyles.length > 0 && (
        <small className="runs-line">
          told: <Name name={promptStyles.join(', ')} most={80} />
        </small>
      )}
      <small className="runs-line">
        emulator: <Name name={emulator} most={60} />
      </small>
    </>
  );
}

/** So many agents are named in the list. */
const most = 3;
