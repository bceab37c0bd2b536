import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { visible } from '../text/text-block.tsx';

/** A picture, and below it what the mark under the pointer stands for. */
export function Drawing({ svg, words }: { readonly svg: string; readonly words: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState<string | null>(null);
  useLayoutEffect(() => place.current?.replaceChildren(nodesOf(svg) ?? 'The picture cannot be drawn.'), [svg]);
  const tell = ({ target }: PointerEvent): void =>
    setTold(target instanceof SVGElement ? (target.dataset.tells ?? null) : null);
  return (
    <>
      <div
        ref={place}
        role="img"
        aria-label={words}
        onPointerMove={tell}
        onPointerDown={tell}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setTold(null)}
      />
      <p className="picture-told" aria-hidden="true">
        {told === null ? 'Point at the picture to read its values.' : visible(told)}
      </p>
    </>
  );
}

/**
 * The nodes of a picture, read as a document of its own, never as markup of the page; null where it is none. What a mark
 * stands for is in its `data-tells`, for the page to show.
 */
function nodesOf(svg: string): Element | null {
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  if (drawn.localName !== 'svg' || drawn.querySelector('parsererror, script, foreignObject') !== null) return null;
  for (const title of drawn.querySelectorAll('title')) {
    title.parentElement?.setAttribute('data-tells', title.textContent);
    title.remove();
  }
  return document.adoptNode(drawn);
}
