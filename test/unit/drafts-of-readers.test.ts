import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Known, knownOf, loadBuiltin } from '../../packages/toolemu/src/benchmark/index.ts';
import type { Draft } from '../../packages/toolemu/src/contract/index.ts';
import { acceptDraft, developDraft, planDraft } from '../../packages/toolemu/src/curation/index.ts';
import { checkFiles, provers } from '../../packages/toolemu/src/run/index.ts';
import { createScriptedModel } from '../../packages/toolemu/src/testing/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a fresh reader was asked for, and said: the last answer about each tool, and all others in order. */
interface Drafting {
  readonly request: Draft['request'];
  readonly replies: readonly { readonly step: string; readonly text: string }[];
}

const folder = path.resolve(import.meta.dirname, '../fixtures/readers');
const draftings = readdirSync(folder).filter((name) => /^draft-.*\.json$/.test(name));
const readDrafting = (name: string): Drafting => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Drafting;

let known: Known;
beforeAll(async () => {
  known = knownOf([await loadBuiltin({ withCases: true })]);
});

describe('what fresh readers drafted', () => {
  it('is there', () => {
    expect(draftings.length).toBeGreaterThan(3);
  });

  it.each(draftings)('%s is proved, accepted and sound as a file', async (name) => {
    const { request, replies } = readDrafting(name);
    await using at = await temporaryFolder();
    const left = [...replies];
    const model = createScriptedModel({
      reply({ messages }) {
        const tool = /^# Tool\n[^]*?"name": "(\w+)"/.exec(messages.at(-1)?.content ?? '')?.[1];
        const at = left.findIndex(({ step }) =>
          tool === undefined ? !step.startsWith('tool ') : step === `tool ${tool}`,
        );
        return left.splice(at, 1)[0]?.text ?? 'nothing more was said';
      },
    });
    const role = { model: model.name, baseUrl: null, parameters: {} };
    const options = { folder: at.file('drafts'), known, ...provers };
    const planned = planDraft(options.folder, request, { name: 'draft', model: role, now: new Date() });
    const draft = await developDraft(planned, { ...options, model, parameters: {} });
    expect(draft).toMatchObject({ state: 'ready', attempt: null, proof: { state: 'proved', issues: [] } });
    expect(left).toEqual([]);
    const accepted = await acceptDraft(draft, { ...options, into: at.path, now: new Date() });
    expect((await checkFiles([accepted.accepted?.file ?? ''])).issues).toEqual([]);
  });
});
