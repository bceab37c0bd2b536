import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Page } from '../components/page/page.tsx';

/** The page of an address that is none. */
export function NotFound(): ReactNode {
  return (
    <Page title="There is no such page">
      <p>
        The address may be of a run that was moved. <Link href="/">All runs of the folder</Link>
      </p>
    </Page>
  );
}
