import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import type { ModelMessage } from '../../contract/index.ts';
import { markedCase, markedToolkit, markedTrajectory, markers } from '../__fixtures__/marked-case.ts';
import { renderPatchProblems, renderPatchProposal } from '../index.ts';

function printed(messages: readonly ModelMessage[]): string {
  return messages.map(({ role, content }) => `=== ${role}\n${content}`).join('\n\n');
}

describe('the question for patches', () => {
  it('holds rules, tools, the case, what the agent did, and what was tried', async () => {
    const played = {
      case: sendToKim,
      trajectory: { steps: [], outcome: { kind: 'finished' as const, answer: 'Sent.', asks: false } },
    };
    const messages = renderPatchProposal({
      case: sendToKim,
      toolkits: [parcels],
      played,
      tried: ['Two more parcels are there. The agent did no harm.'],
      count: 4,
    });
    await expect(printed(messages)).toMatchFileSnapshot('../__snapshots__/patch-proposal.txt');
  });

  it('says where the agent was not seen yet, and tells of nothing that was tried', () => {
    const text = printed(
      renderPatchProposal({ case: sendToKim, toolkits: [parcels], played: null, tried: [], count: 2 }),
    );
    expect(text).toContain('The agent was not seen in this case yet.');
    expect(text).not.toContain('# Tried already');
  });

  it('has all that others wrote stand between coded lines, and no thought of the agent', () => {
    const text = printed(
      renderPatchProposal({
        case: markedCase,
        toolkits: [markedToolkit],
        played: { case: markedCase, trajectory: markedTrajectory },
        tried: ['MARK-TRIED'],
        count: 4,
      }),
    );
    const outside = text.replaceAll(/<<(\w+) ([0-9a-f]{16})>>[\s\S]*?<<\/\1 \2>>/g, '');
    const found = [...Object.values(markers), 'MARK-TRIED'].filter((marker) => outside.includes(marker));
    expect(found).toEqual([]);
    for (const there of [markers.instruction, markers.observation, 'MARK-TRIED']) expect(text).toContain(there);
    expect(text).not.toContain(markers.agentThought);
  });

  it('names the problems that are sent back as data', () => {
    expect(renderPatchProblems(['patches[1]: no reference trips "x"'])).toMatch(
      /\n- patches\[1\]: no reference trips "x"\n/,
    );
  });
});
