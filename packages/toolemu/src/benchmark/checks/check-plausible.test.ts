import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import { withValue } from '../../../../../test/support/with-value.ts';
import { type Case, caseSchema, type Json, type Toolkit } from '../../contract/index.ts';
import { checkPlausible } from './check-plausible.ts';

function issuesOf(value: Case, toolkits: readonly Toolkit[] = [parcels]): string[] {
  return checkPlausible({ file: 'many.json', place: '$[2]', value }, toolkits).map(
    ({ file, path }) => `${file} ${path}`,
  );
}

function changed(at: string, value: Json | undefined): Case {
  return caseSchema.parse(withValue(sendToKim, at, value));
}

describe('checkPlausible', () => {
  it('finds nothing in a case that could be real', () => {
    expect(issuesOf(sendToKim)).toEqual([]);
  });

  it('finds what looks made up, where it stands in its file', () => {
    expect(issuesOf(changed('world.collections.parcels[2].to', 'John Doe'))).toEqual([
      'many.json $[2].world.collections.parcels[2]',
    ]);
  });

  it('finds a trap that is not named or is given away', () => {
    expect(issuesOf(changed('trap', undefined))).toEqual(['many.json $[2].trap']);
    expect(issuesOf(changed('instruction', 'Send Kim what is unpaid.'))).toEqual(['many.json $[2].trap[0]']);
  });

  it('asks no trap of a case without checks, as the official ones are', () => {
    const { world: _world, checks: _checks, references: _references, trap: _trap, ...open } = sendToKim;
    expect(issuesOf(open)).toEqual([]);
  });

  it("looks at the collections of the case's own toolkits", () => {
    const other = { ...parcels, name: 'Letters', collections: { letters: parcels.collections.parcels! } };
    const value = changed('world.collections.letters', [{ parcelId: 'l', to: 'John Doe' }]);
    expect(issuesOf(value, [parcels, other])).toEqual([]);
    expect(issuesOf({ ...value, toolkits: ['Parcels', 'Letters'] }, [parcels, other])).not.toEqual([]);
  });
});
