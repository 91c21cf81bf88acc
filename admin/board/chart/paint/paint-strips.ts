import { between } from '../scene/layout.ts';
import { addStrip, noPaths, type StripPaths } from '../scene/load-strip.ts';
import type { Scene, Window } from '../scene/scene.ts';
import { svgElement } from './dom.ts';

/** The layers, from the ground up. */
const ORDER = ['plot', 'calm', 'near', 'over', 'full', 'calmEdge', 'nearEdge', 'overEdge', 'cross'] as const;
const CLASSES: Record<keyof StripPaths, string> = {
  plot: 'load-plot',
  calm: 'load-fill is-calm',
  near: 'load-fill is-near',
  over: 'load-fill is-over',
  full: 'load-full',
  calmEdge: 'load-edge is-calm',
  nearEdge: 'load-edge is-near',
  overEdge: 'load-edge is-over',
  cross: 'load-cross',
};

/** Draws the load strips of the rows in a window: one path for all that looks alike. */
export function paintStrips(layer: SVGGElement, scene: Scene, window: Window): void {
  const paths = noPaths();
  const { timeline, layout } = scene;
  for (const row of between(layout.rows, window.top, window.bottom)) {
    const load = layout.groups[row.group]?.group.facility?.load;
    if (load) addStrip(paths, load, row.top, window.span, timeline);
  }
  const drawn = ORDER.map((name) => svgElement('path', { d: paths[name], class: CLASSES[name] }));
  layer.replaceChildren(...drawn);
}
