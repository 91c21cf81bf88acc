import type { PlannerGantt, Reveal } from './paint/bars/planner-gantt.ts';
import type { Span } from './scene/blocks.ts';

/** A place in the chart, to come back to. */
export interface ScrollPlace {
  left: number;
  top: number;
}

/** Where somebody was led: to a bar, to a group of rows, to where he had been before. */
type Target = { bar: string; how: Reveal; span: Span } | { group: string } | { top: number };

/**
 * Where the view was led, whatever comes of the layout afterwards: rows get their bars one after the other, what stands above the board takes height of it. It is
 * gone to anew with each change, until somebody goes elsewhere or the bar itself does.
 */
export interface Goal {
  /** Goes to a bar; false where there is none. */
  toBar(id: string, how: Reveal): boolean;
  toGroup(index: number): void;
  toPlace(place: ScrollPlace): void;
  /** Rows or the room for them have changed. */
  again(): void;
  forget(): void;
}

/** Makes the goal of a chart. */
export function createGoal(chart: PlannerGantt): Goal {
  let target: Target | undefined;
  const goTo = (): boolean => {
    if (!target) return false;
    const { layout } = chart.scene;
    const { scrollLeft: left } = chart.$container;
    if ('top' in target) chart.scrollTo({ left, top: target.top });
    else if ('group' in target) {
      const { group: key } = target;
      const found = layout.groups.find(({ group }) => group.key === key);
      if (found) chart.scrollTo({ left, top: found.top });
    } else {
      const { bar, how, span } = target;
      const now = layout.byId.get(bar)?.bar.span;
      if (now?.start !== span.start || now.end !== span.end) return false;
      chart.bringIntoView(bar, how);
    }
    return true;
  };
  return {
    toBar: (id, how) => {
      const bar = chart.get_task(id);
      if (!bar) return false;
      // Who comes back finds his place: the bar is marked there.
      if (how !== 'stay') {
        target = { bar: id, how, span: bar.span };
        goTo();
      }
      chart.spotlight(bar.id);
      return true;
    },
    toGroup: (index) => {
      const group = chart.scene.layout.groups[index];
      if (group) target = { group: group.group.key };
      goTo();
    },
    toPlace: (place) => {
      target = { top: place.top };
      chart.scrollTo(place);
    },
    again: () => {
      if (!chart.held && !goTo()) target = undefined;
    },
    forget: () => {
      target = undefined;
    },
  };
}
