import './view-tabs.css';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';

/** Views of one thing, of which one is shown at a time. */
export function ViewTabs<V extends string>({
  label,
  views,
  names,
  view,
  content,
  onChange,
}: {
  readonly label: string;
  readonly views: readonly V[];
  readonly names: Readonly<Record<V, string>>;
  readonly view: V;
  readonly content: Readonly<Record<V, () => ReactNode>>;
  readonly onChange: (view: string) => void;
}): ReactNode {
  return (
    <Tabs.Root value={view} onValueChange={onChange}>
      <Tabs.List className="view-tabs" aria-label={label}>
        {views.map((one) => (
          <Tabs.Trigger key={one} value={one}>
            {names[one]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {views.map((one) => (
        <Tabs.Content key={one} value={one}>
          {one === view && content[one]()}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
