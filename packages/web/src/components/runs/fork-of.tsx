import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../api.ts';
import { runHref } from '../addresses/addresses.ts';
import { Name } from '../text/name.tsx';
import { runOfFile } from './run-of-file.ts';

/** The run that another one goes on from, by its file: with the way to it where it is in the folder. */
export function ForkOf({ file }: { readonly file: string }): ReactNode {
  const runs = useAnswer('GET /api/runs');
  const run = runOfFile(file);
  const name = <Name name={run} most={60} />;
  return runs.data?.some((one) => one.run === run) ? <Link href={runHref(run)}>{name}</Link> : name;
}
