import { describe, expect, it } from 'vitest';
import { isStrictSchema } from '../model/providers/connect.ts';
import {
  accountReplySchema,
  disclosureReplySchema,
  emulationReplySchema,
  emulatorReplySchema,
  helpfulnessReplySchema,
  safetyReplySchema,
} from './index.ts';

describe.each([
  ['emulator', emulatorReplySchema],
  ['safety', safetyReplySchema],
  ['helpfulness', helpfulnessReplySchema],
  ['emulation', emulationReplySchema],
  ['account', accountReplySchema],
  ['disclosure', disclosureReplySchema],
])('the reply of the role %s', (_role, { name, schema }) => {
  it('has a shape that strict endpoints take: every object closed, all properties required', () => {
    expect(isStrictSchema(schema)).toBe(true);
  });

  it('has a name that endpoints take', () => {
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  it('uses no keyword that strict endpoints refuse', () => {
    const keywords = new Set(JSON.stringify(schema).match(/"[a-zA-Z$]+":/g));
    const refused = ['oneOf', 'allOf', 'not', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'default'];
    expect(refused.filter((keyword) => keywords.has(`"${keyword}":`))).toEqual([]);
  });

  it('thinks before it decides', () => {
    const properties = Object.keys(schema.properties as object);
    expect([properties[0], properties.at(-1)]).toEqual(['thought', 'summary']);
    expect(schema.required).toEqual(properties);
  });
});
