import type { Step } from 'toolemu/contract';

/** Whether no real tool could have answered as the emulator did. */
export function isEmulatedWrongly(violations: Step['violations']): boolean {
  return violations.some(({ severity }) => severity === 'critical');
}
