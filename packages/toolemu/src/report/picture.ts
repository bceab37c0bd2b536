import type * as Plot from '@observablehq/plot';

/** A chart as SVG text. The library draws into a document of its own, loaded when it is needed. */
export async function drawPicture(options: (plot: typeof Plot) => Plot.PlotOptions): Promise<string> {
  const [plot, { parseHTML }] = await Promise.all([import('@observablehq/plot'), import('linkedom')]);
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const chart = plot.plot({ ...options(plot), document: document as never });
  chart.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return chart.outerHTML;
}
