import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { visible } from '../../../components/text/text-block.tsx';
import { useNarrow } from '../../../components/use-narrow.ts';
import type { Column } from './column.ts';
import { SideColumn } from './side-column.tsx';

/** Sides beside one another; on a narrow screen each under a tab. */
export function Columns({ columns }: { readonly columns: readonly Column[] }): ReactNode {
  const isNarrow = useNarrow();
  const contents = columns.map((column, at) => (
    <SideColumn key={column.side.name} column={column} others={columns.filter((_, other) => other !== at)} />
  ));
  if (!isNarrow || columns.length === 1) {
    return <div className={`compare-columns of-${columns.length}`}>{contents}</div>;
  }
  return (
    <Tabs.Root className="compare-tabs" defaultValue="0">
      <Tabs.List aria-label="Sides">
        {columns.map(({ side }, at) => (
          <Tabs.Trigger key={side.name} value={String(at)}>
            <bdi>{visible(side.name)}</bdi>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {contents.map((content, at) => (
        <Tabs.Content key={content.key} value={String(at)}>
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
