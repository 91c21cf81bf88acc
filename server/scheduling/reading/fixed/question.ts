import type { MovedRules } from '../../../domain/bars/rules.ts';
import { limitOf, readPiece } from '../../../domain/plant/piece.ts';
import { hoursOf } from '../../calendar.ts';
import type { LotCase, Step } from '../lots/steps.ts';
import { waitingDays } from '../masters/eligibility.ts';
import { isHeatTask, lagOf, treatmentRow } from '../masters/treatments.ts';
import type { Reading, RulesQuestion } from '../reading.ts';
import type { FacilityRow } from '../rows/input.ts';
import { piecesIn, treatmentOf } from './bars.ts';
import { bound, type Release, rulesOf, whereAt } from './judged.ts';

/**
 * Says on which weekdays the bar of this step may start. Where the question is about this bar, also which rules it would obey at each facility asked about, alone
 * in its furnace run.
 */
export function answerQuestion(reading: Reading, lot: LotCase, step: Step, release: Release | null): void {
  const { question, facts } = reading;
  const entry = step.entry!;
  if (!question) return;
  question.weekdays.set(
    entry.id,
    rulesOf(reading, lot, { ...step, ...whereAt(reading, step, entry, entry.facility_id), release }).weekdays,
  );
  const asked = question.facilities.get(entry.id);
  if (!asked) return;
  const found: ReturnType<RulesQuestion['rules']['get']> = new Map();
  question.rules.set(entry.id, found);
  for (const id of asked) {
    const where = whereAt(reading, step, entry, id);
    const { facility } = where;
    const rules = rulesOf(reading, lot, { ...step, ...where, release });
    const { product } = lot;
    const heats = facility !== null && isHeatTask(facts, product.id, step.task_id);
    const heat = treatmentRow(facts, product.id, step.task_id, facility?.id ?? null);
    const rest = {
      cooling_hours: heat && !where.away ? hoursOf(lagOf(heat)) : 0,
      waiting_days: waitingDays(facts, product.id, step.task_id, id),
    };
    found.set(id, { ...rules, rest, ...(heats ? aloneIn(reading, lot, step, facility) : { load: null }) });
  }
}

/** The run of the step alone in a furnace: how long it takes, what it weighs and fills. */
function aloneIn(reading: Reading, lot: LotCase, step: Step, facility: FacilityRow): Pick<MovedRules, 'needs' | 'load'> {
  const treatment = treatmentOf(reading, lot, step, facility);
  const ticks = treatment ? treatment.setup + treatment.duration : 0;
  const hold = treatment?.hold ?? 0;
  const pieces = piecesIn(lot, step);
  const piece = readPiece(lot.order, lot.product, reading.facts.settings);
  return {
    needs: ticks > 0 ? { hours: hoursOf(ticks + hold), elapsed: true, cooling: hold > 0 } : null,
    load: {
      weight: piece.weight * pieces,
      volume: piece.volume * pieces,
      max_weight: bound(limitOf(facility.max_weight)),
      max_volume: bound(limitOf(facility.volume)),
    },
  };
}
