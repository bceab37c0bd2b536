import { Suspense, type ReactNode } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { Loading } from './components/page/loading.tsx';
import { PageBoundary } from './components/page/page-boundary.tsx';
import { ServerGone } from './components/page/server-gone.tsx';
import { loadPage } from './load-page.ts';
import { NotFound } from './pages/not-found.tsx';

const Runs = loadPage(async () => (await import('./pages/runs/runs.tsx')).Runs);
const Run = loadPage(async () => (await import('./pages/run/run.tsx')).Run);
const Episode = loadPage(async () => (await import('./pages/episode/episode.tsx')).Episode);
const Compare = loadPage(async () => (await import('./pages/compare/compare.tsx')).Compare);
const Library = loadPage(async () => (await import('./pages/library/library.tsx')).Library);
const Drafts = loadPage(async () => (await import('./pages/drafts/drafts.tsx')).Drafts);
const Labelling = loadPage(async () => (await import('./pages/label/labelling.tsx')).Labelling);
const Queue = loadPage(async () => (await import('./pages/queue/queue.tsx')).Queue);
const Playground = loadPage(async () => (await import('./pages/playground/playground.tsx')).Playground);

/** The app: a head with the ways to go, and the page of the address. */
export function App(): ReactNode {
  const [location] = useLocation();
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="head">
        <Link href="/" className="brand">
          toolemu
        </Link>
        <nav aria-label="Pages">
          <ul>
            {shownPlaces().map((place) => (
              <Place key={place.path} {...place} />
            ))}
          </ul>
        </nav>
        <ServerGone />
      </header>
      <main id="main" tabIndex={-1}>
        <PageBoundary at={location}>
          <Suspense fallback={<Loading what="the page" />}>
            <Switch>
              <Route path="/" component={Runs} />
              <Route path="/runs">
                <Redirect to="/" replace />
              </Route>
              <Route path="/runs/:run/episodes/:episode" component={Episode} />
              <Route path="/runs/:run" component={Run} />
              <Route path="/compare" component={Compare} />
              <Route path="/playground/:session?" component={Playground} />
              <Route path="/toolkits/:name?" component={Library} />
              <Route path="/cases/:id?" component={Library} />
              <Route path="/coverage" component={Library} />
              <Route path="/drafts/:sort?/:id?" component={Drafts} />
              <Route path="/label/:run?/:item?" component={Labelling} />
              <Route path="/queue" component={Queue} />
              <Route component={NotFound} />
            </Switch>
          </Suspense>
        </PageBoundary>
      </main>
    </>
  );
}

const places = [
  { path: '/', name: 'Runs', parts: ['', 'runs'] },
  { path: '/compare', name: 'Compare', parts: ['compare'] },
  { path: '/playground', name: 'Playground', parts: ['playground'] },
  { path: '/toolkits', name: 'Toolkits', parts: ['toolkits'] },
  { path: '/cases', name: 'Cases', parts: ['cases', 'coverage'] },
  { path: '/drafts', name: 'Drafts', parts: ['drafts'] },
  { path: '/label', name: 'Label', parts: ['label'] },
] as const;

const queuePlace = { path: '/queue', name: 'Queue', parts: ['queue'] } as const;

/** The ways to go: to a queue only where the server shows one. */
function shownPlaces(): readonly Parameters<typeof Place>[0][] {
  return isQueueShown() ? [...places, queuePlace] : places;
}

function isQueueShown(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name=toolemu-queue]')?.content === 'shown';
}

function Place({
  path,
  name,
  parts,
}: {
  readonly path: string;
  readonly name: string;
  /** How the addresses of its pages begin. */
  readonly parts: readonly string[];
}): ReactNode {
  const [location] = useLocation();
  const isHere = parts.includes(location.split('/')[1] ?? '');
  return (
    <li>
      <Link href={path} aria-current={isHere ? 'page' : undefined}>
        {name}
      </Link>
    </li>
  );
}
