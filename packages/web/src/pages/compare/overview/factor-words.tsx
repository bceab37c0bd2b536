import type { ReactNode } from 'react';
import type { Factor } from 'toolemu/contract';
import { inWords } from 'toolemu/words';
import { visible } from '../../../components/text/text-block.tsx';

/** A thing in which two sides differ: `emulator, standard against adversarial`. */
export function FactorWords({ factor: { name, a, b } }: { readonly factor: Factor }): ReactNode {
  return (
    <>
      {inWords(name)}, <bdi>{visible(a)}</bdi> against <bdi>{visible(b)}</bdi>
    </>
  );
}
