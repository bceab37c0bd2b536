import { describe, expect, it } from 'vitest';
import { noteCase, notes } from '../../../../../test/support/notes.ts';
import { parcels, sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import type { Step } from '../../contract/index.ts';
import { editObservation, editWorld, type RecordEdit } from './edit-steps.ts';

const raised: Step = { ...stepOf(1, '{"error":"NotFoundException: No."}'), status: 'raised' };
const removal: RecordEdit = { collection: 'parcels', id: 'pcl_0001', record: null };

describe('an observation that is edited', () => {
  it('is JSON where it parses, says what it was, and has none of its violations', () => {
    const broken = { requirement: 'output', severity: 'critical', message: 'No.' } as const;
    const step: Step = { ...stepOf(2), violations: [broken], emulator: { summary: 'Two were found.' } };
    const [first, second] = editObservation([stepOf(1), step], '{"parcels": []}');
    expect(first).toEqual(stepOf(1));
    expect(second).toEqual({
      ...stepOf(2),
      observation: { text: '{"parcels": []}', json: { parcels: [] } },
      source: { edited: { observation: 'found 2' } },
    });
    expect(editObservation([step], 'No parcels.')[0]?.observation).toEqual({ text: 'No parcels.' });
  });

  it.each([
    ['{"error": "ClosedException: Later."}', 'raised'],
    ['{"parcels": []}', 'ok'],
    ['Nothing.', 'ok'],
  ])('is an exception only where it reads like one: %s', (text, status) => {
    expect(editObservation([raised], text)[0]?.status).toBe(status);
  });

  it('is not one of a call that was refused', () => {
    const refused: Step = { ...stepOf(1), status: 'rejected' };
    expect(() => editObservation([refused], 'x')).toThrow(/refused before it reached its tool/);
  });
});

describe('a world that is edited', () => {
  it('changes with the last step that was carried out', () => {
    const steps = [stepOf(1), raised, { ...stepOf(3), source: { from: 'user' } }];
    const edited = editWorld({ case: sendToKim, toolkits: [parcels], steps }, [removal]);
    expect(edited.case).toBe(sendToKim);
    expect(edited.steps.slice(1)).toEqual(steps.slice(1));
    expect(edited.steps[0]).toMatchObject({
      changes: [{ op: 'delete', id: 'pcl_0001', by: 'person' }],
      source: { edited: { world: [{ collection: 'parcels', id: 'pcl_0001' }] } },
    });
  });

  it("is the case's where no step was carried out", () => {
    const edited = editWorld({ case: sendToKim, toolkits: [parcels], steps: [raised] }, [removal]);
    expect(edited.steps).toEqual([raised]);
    expect(edited.case.world?.collections.parcels).toHaveLength(2);
    expect(sendToKim.world?.collections.parcels).toHaveLength(3);
  });

  it('stays as it is where nothing differs', () => {
    const record = sendToKim.world?.collections.parcels?.[0] ?? {};
    const edited = editWorld({ case: sendToKim, toolkits: [parcels], steps: [stepOf(1)] }, [{ ...removal, record }]);
    expect(edited).toEqual({ case: sendToKim, steps: [stepOf(1)] });
  });

  it('is refused in a case without a world before anything was carried out', () => {
    const open = { ...noteCase('a'), toolkits: ['Parcels'] };
    const record = { parcelId: 'a', to: 'Kim', status: 'ready', weight: 1 };
    const edit = { collection: 'parcels', id: 'a', record };
    expect(() => editWorld({ case: open, toolkits: [parcels, notes], steps: [] }, [edit])).toThrow(/no world yet/);
    const { steps } = editWorld({ case: open, toolkits: [parcels], steps: [stepOf(1)] }, [edit]);
    expect(steps[0]?.changes).toEqual([{ op: 'create', collection: 'parcels', id: 'a', by: 'person', after: record }]);
  });
});
