import type { ReactNode } from 'react';
import { usePathParts } from '../../components/addresses/addresses.ts';
import { NotFound } from '../not-found.tsx';
import { CaseList } from './cases/case-list.tsx';
import { CasePage } from './cases/case-page.tsx';
import { Coverage } from './coverage/coverage.tsx';
import { ToolkitList } from './toolkits/toolkit-list.tsx';
import { ToolkitPage } from './toolkits/toolkit-page.tsx';
import './library.css';

/** Toolkits, cases, and what the ones ask of the others. */
export function Library(): ReactNode {
  const [place, name] = usePathParts() ?? [];
  switch (place) {
    case 'toolkits':
      return name === undefined ? <ToolkitList /> : <ToolkitPage key={name} name={name} />;
    case 'cases':
      return name === undefined ? <CaseList /> : <CasePage key={name} id={name} />;
    case 'coverage':
      return <Coverage />;
    default:
      return <NotFound />;
  }
}
