import { MOVE, overLoad } from '../../../texts/board/moves.ts';
import type { PlannerGantt } from '../paint/bars/planner-gantt.ts';
import { htmlElement } from '../paint/dom.ts';
import type { Held } from '../scene/judging.ts';
import { judgeWish } from '../scene/judging.ts';

const GAP_PX = 12;

/** The other facilities that can do the task of a dragged bar, each with its load at the bar's time; shown where rows are no facilities. */
export interface DropList {
  /** Opens it beside the bar; does nothing where there is no other facility. */
  open(held: Held): void;
  /** The facility under the pointer; undefined where none is. */
  at(x: number, y: number): { id: number } | undefined;
  /** Whether the pointer is over the list. */
  holds(x: number, y: number): boolean;
  /** Says which one is wished, and the loads anew. */
  say(held: Held): void;
  isOpen(): boolean;
  close(): void;
}

const inside = (element: Element | undefined, x: number, y: number): boolean => {
  const box = element?.getBoundingClientRect();
  return box !== undefined && x >= box.left && x < box.right && y >= box.top && y < box.bottom;
};

function loadOf(held: Held, facility: number, closed: ReadonlySet<number>): { text: string; over: boolean } {
  const { conflicts } = judgeWish(held.bar.entry, { ...held.wish, facility, push: false }, held.judgement.known, { closed });
  const over = conflicts.find(({ kind }) => kind === 'over_capacity');
  const first = over?.kind === 'over_capacity' ? over.crowded[0] : undefined;
  return first ? { text: overLoad(first.taken, first.units), over: true } : { text: MOVE.free, over: false };
}

/** Makes the list of a chart. */
export function createDropList(chart: PlannerGantt, parent: HTMLElement): DropList {
  let element: HTMLElement | undefined;
  let rows: { id: number; element: HTMLElement }[] = [];

  const stand = (list: HTMLElement, held: Held): void => {
    const bar = chart.get_bar(held.bar.id)?.group.querySelector('rect.bar')?.getBoundingClientRect();
    if (!bar) return;
    const { width, height } = list.getBoundingClientRect();
    const below = bar.bottom + GAP_PX;
    const top = below + height <= window.innerHeight - 8 ? below : bar.top - GAP_PX - height;
    list.style.top = `${Math.max(8, top)}px`;
    list.style.left = `${Math.min(Math.max(8, bar.left), window.innerWidth - width - 8)}px`;
  };
  const list: DropList = {
    open: (held) => {
      const { known } = held.judgement;
      const able = known?.facilities.filter(({ eligible }) => eligible) ?? [];
      if (element || held.bars.length > 1 || chart.scene.rows === 'facilities' || held.bar.entry.outsourced || able.length < 2) return;
      const made = htmlElement('div', 'drop-list on-dark', undefined, parent);
      htmlElement('h4', '', MOVE.facilities, made);
      rows = able.map(({ id, facility_name }) => {
        const row = htmlElement('div', 'drop-row', undefined, made);
        htmlElement('span', '', facility_name, row);
        htmlElement('em', '', '', row);
        return { id, element: row };
      });
      element = made;
      list.say(held);
      stand(made, held);
    },
    at: (x, y) => rows.find((row) => inside(row.element, x, y)),
    holds: (x, y) => inside(element, x, y),
    say: (held) => {
      const wished = held.wish.facility === undefined ? held.bar.entry.facility : held.wish.facility;
      for (const row of rows) {
        const own = row.id === held.bar.entry.facility;
        const { text, over } = loadOf(held, row.id, chart.scene.closed);
        row.element.classList.toggle('is-wished', row.id === wished);
        const load = row.element.querySelector('em')!;
        load.textContent = own ? `${MOVE.here} · ${text}` : text;
        load.classList.toggle('is-over', over);
      }
    },
    isOpen: () => element !== undefined,
    close: () => {
      element?.remove();
      element = undefined;
      rows = [];
    },
  };
  return list;
}
