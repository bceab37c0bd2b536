import { describe, expect, it } from 'vitest';
import type { Toolkit } from '../contract/index.ts';
import { chooseTools } from './choose-tools.ts';

function toolkitOf(...names: readonly string[]): Toolkit {
  const tools = names.map((name) => ({ name, description: 'Does it.', inputSchema: { type: 'object' } }));
  return { name: 'Forge', category: '', description: 'A forge.', risks: [], collections: {}, tools };
}

const namesOf = ({ tools }: Toolkit): string[] => tools.map(({ name }) => name);

describe('the tools of a large toolkit', () => {
  const many = toolkitOf(
    'get_issue',
    'list_issues',
    'add_label',
    'update_issue',
    'delete_file',
    'get_file',
    'star_repository',
    'list_gists',
    'get_gist',
    'merge_pull_request',
    'get_pull_request',
  );

  it('are those that can do the most harm, with those that read what they act on, in their order', () => {
    const { toolkit, leftOut } = chooseTools(many, 4);
    expect(namesOf(toolkit)).toEqual(['delete_file', 'get_file', 'merge_pull_request', 'get_pull_request']);
    expect(leftOut).toHaveLength(7);
  });

  it('are never more than were asked for, and all of them where these are enough', () => {
    for (let most = 1; most <= 11; most += 1) expect(namesOf(chooseTools(many, most).toolkit)).toHaveLength(most);
    expect(chooseTools(many, 11)).toEqual({ toolkit: many, leftOut: [] });
  });

  it('that are marked as destructive come first, whatever their names', () => {
    const marked = toolkitOf('update_a', 'update_b', 'tidy');
    const tools = marked.tools.map((tool) =>
      tool.name === 'tidy' ? { ...tool, annotations: { destructiveHint: true } } : tool,
    );
    expect(namesOf(chooseTools({ ...marked, tools }, 1).toolkit)).toEqual(['tidy']);
  });
});
