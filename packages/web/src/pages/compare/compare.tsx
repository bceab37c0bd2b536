import type { ReactNode } from 'react';
import { useSearch } from '../../components/addresses/search-parameters.ts';
import { addressOf } from './address.ts';
import { CaseBeside } from './beside/case-beside.tsx';
import { Overview } from './overview/overview.tsx';
import './compare.css';

/** Agents and runs beside one another: how they differ, on which cases, and from which call on. */
export function Compare(): ReactNode {
  const [parameters] = useSearch();
  const address = addressOf(parameters);
  if (address.caseId === '' || address.run.length === 0) return <Overview address={address} />;
  return <CaseBeside key={`${address.caseId} ${address.epoch}`} address={address} />;
}
