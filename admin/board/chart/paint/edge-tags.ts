import { edgeText } from '../../../texts/board/chart.ts';
import { blockX } from '../scene/blocks.ts';
import { between, type PlacedGroup } from '../scene/layout.ts';
import { deadlineOf, finishOf, isFree, rowsOfGroup, tagWidth } from '../scene/marks.ts';
import type { Measure } from '../scene/measure.ts';
import type { Scene, Window } from '../scene/scene.ts';
import type { View } from '../scene/window.ts';
import { htmlElement, place } from './dom.ts';

/** What a lot says at the edge of the view: where its deadline lies, or when it was finished, if that is not in view. */
interface EdgeTag {
  key: string;
  side: 'left' | 'right';
  text: string;
  className: string;
  top: number;
}

/** What is said of a lot, at these pixels of the chart. */
interface Said {
  from: number;
  to: number;
  text: string;
  className: string;
}

/** What every lot of a scene may have to say; found once a scene and lot. */
export type Saying = (placed: PlacedGroup) => Said | undefined;

/** Finds what the lots of a scene have to say, each once. */
export function sayings(scene: Scene, measure: Measure): Saying {
  const known = new Map<string, Said | undefined>();
  const find = (placed: PlacedGroup): Said | undefined => {
    const finish = finishOf(placed);
    if (finish) {
      const to = blockX(finish.span.end, scene.timeline);
      return { from: blockX(finish.span.start, scene.timeline), to, text: finish.text, className: 'is-finished' };
    }
    const deadline = deadlineOf(placed, scene, measure);
    return deadline && { from: deadline.x, to: deadline.x, text: deadline.text, className: deadline.late ? 'is-late' : '' };
  };
  return (placed) => {
    const { key } = placed.group;
    if (!known.has(key)) known.set(key, find(placed));
    return known.get(key);
  };
}

const EDGE_PX = 4;

function tagOf(placed: PlacedGroup, said: Said, scene: Scene, view: View, measure: Measure): EdgeTag | undefined {
  const right = view.left + view.width;
  const side = said.to < view.left + EDGE_PX ? 'left' : said.from > right - EDGE_PX ? 'right' : undefined;
  if (!side) return undefined;
  const text = edgeText(said.text, side);
  const width = tagWidth(text, measure) + EDGE_PX;
  const under = side === 'left' ? { from: view.left, to: view.left + width } : { from: right - width, to: right };
  const rows = rowsOfGroup(scene.layout, placed);
  // The last row, where the lot is due; a row above it where a bar stands there.
  const row = rows.findLast((one) => isFree(one, under, scene.timeline)) ?? rows.at(-1)!;
  return { key: placed.group.key, side, text, className: said.className, top: row.top + (row.height - 16) / 2 };
}

/** Tags at both edges of the view. They stand in an element that stays where the view is, and change only when a lot's mark comes or goes. */
export interface EdgeTags {
  /** Answers the keys of the lots that say something at an edge: the same set until others do. */
  paint(scene: Scene, say: Saying, window: Window, view: View, measure: Measure): ReadonlySet<string>;
}

/** Makes the element of the edge tags. */
export function createEdgeTags(inside: HTMLElement): EdgeTags {
  const layer = htmlElement('div', 'edge-tags', undefined, inside);
  layer.setAttribute('aria-hidden', 'true');
  let shown = '';
  let keys: ReadonlySet<string> = new Set();
  return {
    paint(scene, say, window, view, measure) {
      const tags: EdgeTag[] = [];
      for (const placed of between(scene.layout.groups, window.top, window.bottom)) {
        const said = say(placed);
        const tag = said && tagOf(placed, said, scene, view, measure);
        if (tag) tags.push(tag);
      }
      const key = JSON.stringify([view.width, tags]);
      if (key === shown) return keys;
      shown = key;
      keys = new Set(tags.map((tag) => tag.key));
      layer.replaceChildren(
        ...tags.map(({ side, text, className, top }) => {
          const tag = htmlElement('div', `edge-tag is-${side} ${className}`.trim(), text);
          place(tag, side === 'left' ? { top, left: EDGE_PX } : { top, left: view.width - EDGE_PX });
          return tag;
        }),
      );
      return keys;
    },
  };
}
