import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packed, unpacked } from './packed.ts';

const long = JSON.stringify({ content: 'The agent calls a tool. '.repeat(100) });

describe('packed', () => {
  it('gives any JSON back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(300), (value, times) => {
        const json = JSON.stringify(Array.from({ length: times }, () => value));
        expect(unpacked(packed(json))).toBe(json);
      }),
    );
  });

  it('leaves what is short readable, and presses what is long', () => {
    expect(packed('{"role":"user"}')).toBe('{"role":"user"}');
    expect(packed(long).length).toBeLessThan(long.length / 5);
  });

  it.each([5, 20, -3])('tells a byte that was changed, at %i', (place) => {
    const bytes = Uint8Array.from(packed(long) as Uint8Array<ArrayBuffer>);
    bytes[place < 0 ? bytes.length + place : place]! ^= 0x10;
    expect(() => unpacked(bytes)).toThrow(SyntaxError);
  });
});
