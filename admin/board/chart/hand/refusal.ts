import { REFUSAL_MS } from '../../../../server/domain/ground/constants.ts';
import { STAYS } from '../../../texts/board/chart.ts';
import type { PlannerGantt } from '../paint/bars/planner-gantt.ts';
import { htmlElement } from '../paint/dom.ts';
import type { Bar } from '../scene/bars.ts';

/** Why a bar stays, or went back. */
export type Why = keyof typeof STAYS;

/** Says beside a bar why it does not do what was asked of it. */
interface Refusal {
  /** For three seconds, to the eye and to a screen reader. */
  say(bar: Bar, why: Why): void;
  destroy(): void;
}

const GAP_PX = 6;

/** Under the bar, as far as that is seen; over it where the window ends. */
function stand(element: HTMLElement, chart: PlannerGantt, { id }: Bar): void {
  const bar = chart.get_bar(id)?.group.querySelector('rect.bar')?.getBoundingClientRect();
  const board = chart.$container.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const { left, top, bottom } = bar ?? board;
  const below = bottom + GAP_PX;
  const y = below + height > window.innerHeight - GAP_PX ? top - GAP_PX - height : below;
  element.style.left = `${Math.min(Math.max(left, board.right - chart.view.width), window.innerWidth - width - GAP_PX)}px`;
  element.style.top = `${Math.max(GAP_PX, y)}px`;
}

/** Makes the place of these sentences; it is there before the first, or a screen reader would not hear that one. */
export function createRefusal(chart: PlannerGantt): Refusal {
  const element = htmlElement('div', 'board-refusal on-dark', undefined, chart.$container.parentElement!);
  element.setAttribute('role', 'status');
  element.setAttribute('aria-live', 'polite');
  let leaving: ReturnType<typeof setTimeout> | undefined;
  return {
    say: (bar, why) => {
      clearTimeout(leaving);
      element.textContent = STAYS[why];
      stand(element, chart, bar);
      leaving = setTimeout(() => element.replaceChildren(), REFUSAL_MS);
    },
    destroy: () => {
      clearTimeout(leaving);
      element.remove();
    },
  };
}
