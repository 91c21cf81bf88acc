import type { PlannerGantt } from '../paint/bars/planner-gantt.ts';
import { svgElement } from '../paint/dom.ts';
import { type Bar, drawnSpan } from '../scene/bars.ts';
import { blockAtX, blockX } from '../scene/blocks.ts';
import { mayPick } from '../scene/group/picks.ts';
import { barsBetween, between } from '../scene/layout.ts';
import { isStill } from '../scene/press.ts';

interface Point {
  x: number;
  y: number;
}

/** A frame that is drawn on free ground around the bars to select. */
export interface Frame {
  /** The ground was pressed. */
  begin(event: PointerEvent): void;
  isOpen(): boolean;
  /** The pointer is there by now. */
  move(event: PointerEvent): void;
  /** It was let go: what it touches is selected; a press that drew none selects nothing. */
  end(): void;
  cancel(): void;
}

/** The bars that a frame touches and that can be selected; corners in pixels of the chart. */
function barsIn({ scene }: PlannerGantt, one: Point, other: Point): Bar[] {
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  const span = { start: blockAtX(left, scene.timeline), end: blockAtX(right, scene.timeline) + 1 };
  return between(scene.layout.rows, top, bottom).flatMap((row) =>
    barsBetween(row, span).flatMap(({ bar, top: barTop, height }) => {
      const drawn = drawnSpan(bar, bar.span);
      const across = blockX(drawn.start, scene.timeline) < right && blockX(drawn.end, scene.timeline) > left;
      return across && barTop < bottom && barTop + height > top && mayPick(bar, scene.access) ? [bar] : [];
    }),
  );
}

/** Makes the frame of a chart; `pick` is told what it selects, beside what is selected already (`more`) or in its place. */
export function createFrame(chart: PlannerGantt, pick: (bars: readonly Bar[], more: boolean) => void): Frame {
  let from: (Point & { pointerId: number; more: boolean; client: Point }) | undefined;
  let to: Point | undefined;
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top } = chart.$svg.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const clear = (): void => {
    chart.$svg.querySelector('.pick-frame')?.remove();
    if (from && chart.$svg.hasPointerCapture(from.pointerId)) chart.$svg.releasePointerCapture(from.pointerId);
    from = undefined;
    to = undefined;
  };
  return {
    begin: (event) => {
      from = { ...pointOf(event), pointerId: event.pointerId, more: event.shiftKey, client: { x: event.clientX, y: event.clientY } };
      chart.$svg.setPointerCapture(event.pointerId);
    },
    isOpen: () => from !== undefined,
    move: (event) => {
      if (!from) return;
      const { client } = from;
      if (!to && isStill(event.clientX - client.x, event.clientY - client.y, event.pointerType)) return;
      to = pointOf(event);
      const box = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
      chart.$svg.querySelector('.pick-frame')?.remove();
      svgElement('rect', { ...box, class: 'pick-frame' }, chart.$svg);
    },
    end: () => {
      if (!from) return;
      const { more } = from;
      const found = to ? barsIn(chart, from, to) : [];
      const drew = to !== undefined;
      clear();
      if (drew || !more) pick(found, more);
    },
    cancel: clear,
  };
}
