import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNamesOf } from './tool-names.ts';

const accepted = /^[a-zA-Z0-9_-]{1,64}$/;

function namesOf(...tools: string[]): string[] {
  const names = modelNamesOf(tools.map((name) => ({ name })));
  return tools.map((name) => names.get(name) ?? 'no name');
}

describe('the names by which a model is offered tools', () => {
  it('are their own where providers accept them', () => {
    const own = ['MailSend', 'mail-send', 'mail_send_2', 'a'.repeat(64)];
    expect(namesOf(...own)).toEqual(own);
  });

  it('have nothing in them that providers refuse', () => {
    expect(namesOf('Send Email', 'files/read', 'öffnen', 'ns::call.do')).toEqual([
      'Send_Email',
      'files_read',
      '_ffnen',
      'ns__call_do',
    ]);
  });

  it('differ where the tools do', () => {
    const [spaced, dotted, plain] = namesOf('mail send', 'mail.send', 'mail_send');
    expect(plain).toBe('mail_send');
    expect(new Set([spaced, dotted, plain]).size).toBe(3);
  });

  it('differ where the tools differ late', () => {
    const long = 'x'.repeat(80);
    const [one, other] = namesOf(`${long}1`, `${long}2`);
    expect([one, other].every((name) => accepted.test(name ?? ''))).toBe(true);
    expect(one).not.toBe(other);
  });

  it('leave the name quit to quitting', () => {
    const [name] = namesOf('quit');
    expect(name).toMatch(/^quit_\w{8}$/);
  });

  it('do not change when it is asked again', () => {
    expect(namesOf('Send Email', 'quit')).toEqual(namesOf('Send Email', 'quit'));
  });

  it('do not collide with one that looks as if it were rewritten', () => {
    const [rewritten] = namesOf('mail send', 'mail_send');
    const all = namesOf('mail send', 'mail_send', rewritten ?? '');
    expect(new Set(all).size).toBe(3);
  });

  it('are accepted, all different and never quit, whatever the tools are called', () => {
    const letters = fc.constantFrom('a', 'b', '_', '-', ' ', '.', 'é', '😀', '/', 'quit', 'x'.repeat(63));
    const name = fc.oneof(
      fc.array(letters, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
      fc.string({ minLength: 1 }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (tools) => {
        const names = namesOf(...tools);
        expect(names.filter((one) => !accepted.test(one))).toEqual([]);
        expect(new Set(['quit', ...names]).size).toBe(tools.length + 1);
      }),
      { numRuns: 1000 },
    );
  });
});
