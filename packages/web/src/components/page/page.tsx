import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/** A page: its title, also that of the window, what can be done with it, and its content. */
export function Page({
  title,
  over,
  beside,
  actions,
  children,
}: {
  readonly title: string;
  /** The way to it: links to what it is a part of. */
  readonly over?: ReactNode;
  /** What stands in the line of the title and is no part of it. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageFocus(title, heading);
  return (
    <div className="page">
      {over !== undefined && <p className="over">{over}</p>}
      <div className="title">
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {beside}
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** The path of the page that was shown last, and whether one is on the way back or forth in the history. */
const last = { path: '', isReturn: false };

if (typeof window !== 'undefined') {
  last.path = window.location.pathname;
  window.addEventListener('popstate', () => {
    last.isReturn = true;
  });
}

/** Names the window for a page, and where it is another one gives its heading the focus; on the way back without a scroll. */
function usePageFocus(title: string, heading: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    document.title = `${title} - toolemu`;
  }, [title]);
  const path = window.location.pathname;
  useLayoutEffect(() => {
    const { isReturn } = last;
    last.isReturn = false;
    if (path === last.path) return;
    last.path = path;
    if (!isReturn) window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [path, heading]);
}
