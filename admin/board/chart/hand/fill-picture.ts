import { amountText } from '../../../texts/board/loads.ts';
import { CHARGE_MOVE } from '../../../texts/board/moves.ts';
import { htmlElement } from '../paint/dom.ts';
import type { GroupMove } from '../scene/judging.ts';
import { halfDayWords } from '../scene/move-words.ts';

/** What the furnace run at the new place holds and would hold then, and whether they become one; nothing where none stands there. */
export function fillPicture(group: GroupMove | undefined): HTMLElement[] {
  const charge = group?.charge;
  if (!charge?.mate) return [];
  const { run, weight, volume, fits } = charge.mate;
  const byVolume = run.max_weight === null && run.volume !== null;
  const unit = byVolume ? 'm3' : 'kg';
  const [there, both, limit] = byVolume ? [run.load_volume, volume, run.volume] : [run.load_weight, weight, run.max_weight];
  const head = htmlElement('div', 'fill-head');
  htmlElement('span', '', `${CHARGE_MOVE.there(run.recipe.temperature, run.members.length)} ${amountText(there, unit)}`, head);
  const elements = [head];
  if (limit) {
    htmlElement(
      'b',
      fits ? '' : 'is-late',
      `${Math.round((both / limit) * 100)}% ${amountText(both, unit)} / ${amountText(limit, unit)}`,
      head,
    );
    const meter = htmlElement('div', 'fill-meter');
    const part = (className: string, from: number, to: number): void => {
      const [left, right] = [from, to].map((load) => Math.min(1, load / limit) * 100) as [number, number];
      Object.assign(htmlElement('i', className, undefined, meter).style, { left: `${left}%`, width: `${right - left}%` });
    };
    part('is-there', 0, there);
    part(fits ? 'is-coming' : 'is-over', there, both);
    elements.push(meter);
  }
  const ways = htmlElement('div', 'fill-ways');
  htmlElement('span', charge.joins ? 'is-chosen' : fits ? '' : 'is-off', CHARGE_MOVE.join, ways);
  htmlElement('span', charge.joins ? '' : 'is-chosen', CHARGE_MOVE.separate(halfDayWords(charge.free)), ways);
  return [...elements, ways];
}
