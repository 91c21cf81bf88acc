import type { Bar } from './bars.ts';
import { blockX, type Span, widthOf } from './blocks.ts';
import { place, svgElement } from './dom.ts';
import { zonesOf } from './drag.ts';
import type { Row } from './layout.ts';
import type { Scene } from './scene.ts';

/** Whether a row is one of a facility that can do the bar's task. */
export function takes(scene: Scene, row: Row, bar: Bar): boolean {
  const facility = scene.layout.groups[row.group]?.group.facility;
  return facility !== undefined && (scene.eligible?.(bar.entry).has(facility.id) ?? false);
}

/** Tints where a bar had better not be put, and the rows that cannot take it; clears the layer for no bar. */
export function paintZones(layer: SVGGElement, scene: Scene, bar: Bar | undefined): void {
  layer.replaceChildren();
  const row = bar && scene.layout.rows[scene.layout.byId.get(bar.id)?.row ?? -1];
  if (!bar || !row) return;
  const tint = (span: Span, { top, height }: Row, className: string): void => {
    const box = { x: blockX(span.start, scene.timeline), width: widthOf(span, scene.timeline), y: top, height };
    svgElement('rect', { ...box, class: className }, layer);
  };
  for (const zone of zonesOf(bar, scene.timeline)) tint(zone, row, 'drag-zone');
  if (scene.rows !== 'facilities') return;
  for (const other of scene.layout.rows) if (other !== row && !takes(scene, other, bar)) tint(scene.timeline, other, 'drag-forbidden');
}

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
