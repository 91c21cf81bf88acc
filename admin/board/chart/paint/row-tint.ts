import type { Row } from '../scene/layout.ts';
import { place, svgElement } from './dom.ts';

/** Tints the row under the pointer, in the chart and in the left block; answers how to say which row that is. */
export function rowTint(layer: SVGGElement, width: number, inPane: HTMLElement): (row: Row | undefined) => void {
  const inChart = svgElement('rect', { class: 'grid-hover', width, height: 0 }, layer);
  let tinted: Row | undefined;
  return (row) => {
    if (row === tinted) return;
    tinted = row;
    const { top, height } = row ?? { top: 0, height: 0 };
    inChart.setAttribute('y', String(top));
    inChart.setAttribute('height', String(height));
    place(inPane, { top, height });
  };
}
