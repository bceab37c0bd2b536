import type * as Plot from '@observablehq/plot';

/**
 * How a mark looks that lies over others and is not seen: a pointer that rests on it is told its `title`, which says what
 * the marks beneath it stand for.
 */
export const reach = { className: 'reach', fill: 'transparent' } as const;

type Options = (plot: typeof Plot) => Plot.PlotOptions;

/** A chart as SVG text. The library draws into a document of its own, loaded when it is needed. */
export async function drawPicture(options: Options): Promise<string> {
  const chart = await draw(options);
  chart.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return chart.outerHTML;
}

/**
 * A chart as SVG text for a page: as wide as there is room, with colours of the page, without styles of its own, and
 * hidden from screen readers, to whom the page says the same in words.
 */
export async function drawForPage(options: Options): Promise<string> {
  const chart = await draw(options);
  for (const style of chart.querySelectorAll('style')) style.remove();
  for (const part of [chart, ...chart.querySelectorAll('*')])
    for (const name of ['style', 'aria-label', 'aria-description', 'aria-hidden']) part.removeAttribute(name);
  for (const name of ['width', 'height']) chart.removeAttribute(name);
  chart.setAttribute('class', 'picture');
  chart.setAttribute('font-size', '14');
  chart.setAttribute('aria-hidden', 'true');
  return chart.outerHTML;
}

async function draw(options: Options): Promise<ReturnType<typeof Plot.plot>> {
  const [plot, { parseHTML }] = await Promise.all([import('@observablehq/plot'), import('linkedom')]);
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  return plot.plot({ ...options(plot), document: document as never });
}

/** A name that fits into so many letters: its middle is left out, for names of models differ at both ends. */
export function shorten(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const kept = letters - 1;
  const [start, end] = [name.slice(0, Math.ceil(kept / 2)), name.slice(name.length - Math.floor(kept / 2))];
  return `${start.toWellFormed()}…${end.toWellFormed()}`;
}
