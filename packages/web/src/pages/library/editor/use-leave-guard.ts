import { useEffect } from 'react';

const question = 'Leave without saving? What you changed stays a draft in this tab.';

/** Asks before the page is left by a link, or the tab is closed, while something is not saved. */
export function useLeaveGuard(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const onClick = (event: MouseEvent): void => {
      if (!leaves(event) || window.confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [isChanged]);
}

function leaves({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return false;
  const link = target.closest('a[href]');
  return link !== null && !link.hasAttribute('download') && link.getAttribute('href')?.startsWith('#') === false;
}
