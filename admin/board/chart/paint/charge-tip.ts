import { endClock, endDate, formatMonthDay, plantClock, plantDate } from '../../../../server/domain/ground/plant-time.ts';
import { lateBy } from '../../../texts/board/board.ts';
import { UNMATCHED } from '../../../texts/board/chart.ts';
import { amountText, chargeText, runTitle, treatmentText } from '../../../texts/board/loads.ts';
import { type Charge, foundIn } from '../scene/bars.ts';
import { happenedLines } from '../scene/labels.ts';
import { htmlElement } from './dom.ts';

/** What a furnace holds, and how full this run makes it: by weight, or by volume where only that is limited. */
export function fillOf({ run }: Charge): { load: string; limit: string | null; share: number | null } {
  const byVolume = run.weight_share === null && run.volume_share !== null;
  return byVolume
    ? { load: amountText(run.load_volume, 'm3'), limit: amountText(run.volume ?? 0, 'm3'), share: run.volume_share }
    : {
        load: amountText(run.load_weight, 'kg'),
        limit: run.max_weight === null ? null : amountText(run.max_weight, 'kg'),
        share: run.weight_share,
      };
}

/** `5号焼戻し炉 1台目 11/24(火) 08:00 〜 11/25(水) 12:00`. */
export function titleOfRun({ run }: Charge): string {
  const from = `${formatMonthDay(plantDate(run.run_start))} ${plantClock(run.run_start)}`;
  return runTitle(run.facility_name, run.unit + 1, from, `${formatMonthDay(endDate(run.run_end))} ${endClock(run.run_end)}`);
}

/** The treatment of a furnace run and how full it is. */
export function linesOfRun(charge: Charge): { recipe: string; charge: string } {
  const { temperature, retention_time, cooling_method } = charge.run.recipe;
  const { load, limit, share } = fillOf(charge);
  return { recipe: treatmentText(temperature, retention_time, cooling_method), charge: chargeText(load, limit, share) };
}

/** The bars of a furnace run that the search leaves out, by id: all but those it finds. */
export function unmatchedOf(charge: Charge): ReadonlySet<number> {
  const found = new Set(foundIn(charge).map(({ id }) => id));
  return new Set(charge.run.members.flatMap(({ entry_id }) => (found.has(entry_id) ? [] : [entry_id])));
}

/** Fills a tooltip with a furnace run: its treatment, how full it is, its lots with their weight and lateness, and which of them are not searched. */
export function fillCharge(
  element: HTMLElement,
  charge: Charge,
  conflicts: readonly string[] | undefined,
  stays: string | undefined,
): void {
  const title = htmlElement('h4', '', titleOfRun(charge));
  const said = linesOfRun(charge);
  const about = htmlElement('div', 'charge-about', `${said.recipe}　${said.charge}`);
  const happened = happenedLines(charge.lots.find(({ actual }) => actual) ?? charge.lots[0]!);
  const lots = htmlElement('table', 'charge-lots');
  const unmatched = unmatchedOf(charge);
  for (const { entry_id, unique_order, product_name, weight, late_days } of charge.run.members) {
    const row = htmlElement('tr', '', undefined, lots);
    htmlElement('td', '', unique_order, row);
    htmlElement('td', '', product_name, row);
    htmlElement('td', 'is-number', amountText(weight, 'kg'), row);
    htmlElement('td', 'is-late', late_days > 0 ? lateBy(late_days) : '', row);
    if (unmatched.has(entry_id)) htmlElement('td', 'is-unmatched', UNMATCHED.name, row);
  }
  const notes = [...(unmatched.size === charge.run.members.length ? [UNMATCHED.hint] : []), ...(stays ? [stays] : [])];
  element.replaceChildren(
    ...[title, about, ...happened.map(({ term, text }) => htmlElement('div', 'charge-about', `${term}　${text}`)), lots],
    ...(conflicts ?? []).map((text) => htmlElement('div', 'is-late', text)),
    ...notes.map((text) => htmlElement('p', 'tip-note', text)),
  );
}
