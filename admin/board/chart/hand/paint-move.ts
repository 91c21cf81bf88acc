import { halfDaysOf, type Place } from '../../../../server/domain/bars/moves.ts';
import type { Parted } from '../paint/bars/planner-bar.ts';
import type { PlannerGantt } from '../paint/bars/planner-gantt.ts';
import { type Bar, chargeOf } from '../scene/bars.ts';
import { entryIdsOf, isCharge } from '../scene/group/group-move.ts';
import type { Held } from '../scene/judging.ts';
import type { Row } from '../scene/layout.ts';
import type { Scene } from '../scene/scene.ts';
import { clearZones, paintZones } from './zones.ts';

/** The bars of a chart where a move would bring them. */
interface MovePainting {
  /** Draws what a wish would make: the bar in hand, those that make room, and where it had better not be. */
  paint(held: Held): void;
  /** Draws the bars where they were. */
  putBack(held: Held): void;
  /** Takes away all but the bars, which stand where they were drawn until the next scene. */
  clear(): void;
}

/** Makes the painting of moves on a chart. */
export function createMovePainting(chart: PlannerGantt): MovePainting {
  let shownIds: string[] = [];
  return {
    paint: (held) => {
      const { bar, wish, judgement } = held;
      liftTo(chart, held);
      const pushed = drawnLater(chart.scene, wish.push ? judgement.pushed : []);
      const shown = [...(judgement.drawn ?? [{ id: bar.id, place: judgement.place }]), ...pushed];
      for (const id of shownIds) if (!shown.some((one) => one.id === id)) backToPlan(chart, id);
      // Some of its lots stay where it was.
      const parted = partedOf(held);
      chart.get_bar(bar.id)?.group.classList.toggle('is-parted', parted !== undefined);
      chart.get_bar(bar.id)?.part(parted);
      for (const { id, place } of shown) showAt(chart, id, place);
      shownIds = shown.map(({ id }) => id);
      paintZones(chart, held);
      chart.$container.classList.toggle('is-forbidden', held.forbidden);
    },
    putBack: ({ bar }) => {
      for (const id of [bar.id, ...shownIds]) backToPlan(chart, id);
    },
    clear: () => {
      shownIds = [];
      clearZones(chart);
      chart.$container.classList.remove('is-forbidden');
    },
  };
}

/** Later tasks that go along, as far as they stand on the board: the box of a furnace run where all its lots go to one place. */
function drawnLater({ layout }: Scene, pushed: Held['judgement']['pushed']): { id: string; place: Place }[] {
  const goes = new Map(pushed.map(({ id, after }) => [id, after]));
  return pushed.flatMap(({ id, after: place }) => {
    const bar = layout.byId.get(String(id))?.bar;
    const whole = bar && entryIdsOf([bar]).every((one) => goes.get(one)?.start === place.start);
    return whole ? [{ id: bar.id, place }] : [];
  });
}

/** The box of a furnace run of which some lots stay: as two. */
function partedOf({ bar, bars, wish, judgement: { group } }: Held): Parted | undefined {
  if (bars.length > 1 || !isCharge(bar)) return undefined;
  const { left } = wish.group ?? { left: new Set<number>() };
  const going = new Set(
    group ? group.going.map(({ id }) => id) : bar.charge.run.members.flatMap(({ entry_id: id }) => (left.has(id) ? [] : id)),
  );
  if (going.size === bar.charge.run.members.length) return undefined;
  const withLots = (isIn: (id: number) => boolean): Bar => ({ ...bar, charge: chargeOf(bar.charge, isIn) });
  return { goes: withLots((id) => going.has(id)), stays: withLots((id) => !going.has(id)) };
}

/** The row of a facility, where rows are facilities. */
export const rowOfFacility = ({ rows, layout }: Scene, facility: number | null | undefined): Row | undefined =>
  facility === undefined || rows !== 'facilities'
    ? undefined
    : layout.rows.find(({ group }) => layout.groups[group]?.group.facility?.id === facility);

function showAt(chart: PlannerGantt, id: string, place: Place): void {
  const bar = chart.get_bar(id);
  if (!bar) return;
  bar.group.classList.add('is-dragged');
  // Over its neighbours.
  if (bar.group.nextSibling) bar.group.parentNode?.appendChild(bar.group);
  bar.showAt(halfDaysOf(place));
}

function backToPlan(chart: PlannerGantt, id: string): void {
  chart.get_bar(id)?.group.classList.remove('is-dragged', 'is-parted');
  chart.get_bar(id)?.part(undefined);
  chart.update_task(id);
}

/** In its own row a bar keeps its lane; in another, whatever is shown of that, it stands in the middle. */
function liftTo(chart: PlannerGantt, { bar, wish }: Held): void {
  const { layout } = chart.scene;
  const placed = layout.byId.get(bar.id);
  if (!placed) return;
  const row = rowOfFacility(chart.scene, wish.facility);
  const isOther = row !== undefined && row !== layout.rows[placed.row];
  chart.get_bar(bar.id)?.lift(isOther ? row.top + (row.height - placed.height) / 2 - placed.top : 0);
}
