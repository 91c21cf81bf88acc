import type { PlanSettings } from '../../domain/plant/plan-settings.ts';
import { isOutsourced } from '../../domain/plant/task-purpose.ts';
import { asItStands, type Stands } from '../explain/as-it-stands.ts';
import { explainLate, isBehindOthers, isOfOthers, type LateOrder } from '../explain/causes.ts';
import { AWAY, type Problem, stepsOf } from '../problem.ts';
import type { OrderTaskRow, PlanningRows } from '../reading/rows/input.ts';
import { crowdsOf, daysOf } from './crowds.ts';
import { chargesTrial, lockInWayTrials, ownLockTrials } from './locks.ts';
import { roomTrials, tightestTrial } from './rooms.ts';
import { heldBy, type Ranked, TRIAL_KINDS, type Trial } from './trial.ts';

/** So many trials are made at most. */
const MOST_TRIALS = 30;
/** By so many days a partner is faster in one of its trials; in the other it takes half as long. */
const FASTER_DAYS = 3;
const SHORTEST_LEAD = 1;
/** To be urgent is tried for so many orders, for it only hands days from one order to another. */
const MOST_URGENT = 8;

/**
 * The changes of the plant that the causes of the late orders of a plan name, those first whose cause has most days late, and two that need no late order: a Saturday
 * for the tightest facility of the week, two charges that could be one. `now` in plant minutes; the plan is one of `problem`, as a run reads it.
 */
export function trialsFor(rows: PlanningRows, settings: PlanSettings, now: number, { problem: made, solution }: Stands): Trial[] {
  const stands = asItStands(rows, settings, now, made)(solution);
  const { problem } = stands;
  const late = explainLate(stands);
  const crowds = crowdsOf(problem, late);
  const named = [
    ...ownLockTrials(stands, late),
    ...crowds.flatMap((crowd) => [...lockInWayTrials(stands, crowd, late), ...roomTrials(rows, problem, crowd)]),
    ...partnerTrials(rows, settings, problem, late),
    ...urgentTrials(problem, late),
  ];
  const unasked = [...tightestTrial(rows, stands), ...chargesTrial(stands)];
  const ranked = named.map((one, at) => ({ ...one, at })).sort((a, b) => b.rank - a.rank || orderOf(a) - orderOf(b) || a.at - b.at);
  const known = new Set<string>();
  const isNew = ({ trial }: Ranked): boolean => {
    const key = JSON.stringify(trial.premises);
    return !known.has(key) && known.add(key) !== undefined;
  };
  const [first, two] = [ranked.filter(isNew), unasked.filter(isNew)];
  return [...first.slice(0, MOST_TRIALS - two.length), ...two].map(({ trial }) => trial);
}

const orderOf = ({ trial }: Ranked): number => TRIAL_KINDS.indexOf(trial.why.kind);

/** Trials of each partner on the way of late orders: it takes half as long, or some days less. */
function partnerTrials(rows: PlanningRows, settings: PlanSettings, problem: Problem, late: readonly LateOrder[]): Ranked[] {
  const byId = new Map(rows.order_tasks.map((row) => [row.id, row]));
  const leadOf = (row: OrderTaskRow): number => row.solution_frame_days || settings.outsourcing_lead_days;
  const partners = new Map<string, { lead: number; days: Map<number, number> }>();
  for (const order of late) {
    const [from, to] = stepsOf(problem, order.job);
    for (let a = from; a < to; a += 1) {
      if (problem.modes.kind[problem.activities.modeFrom[a]!] !== AWAY) continue;
      const row = byId.get(problem.plant!.tasks[a]!.order_task_id ?? 0);
      if (!row || row.outsourcing_code === '' || !isOutsourced(row)) continue;
      const partner = partners.get(row.outsourcing_code) ?? { lead: 0, days: new Map() };
      partners.set(row.outsourcing_code, partner);
      partner.lead = Math.max(partner.lead, leadOf(row));
      partner.days.set(
        problem.plant!.orders[order.job]!.order_id,
        daysOf(order, (cause) => cause === 'outsourcing_lead'),
      );
    }
  }
  return [...partners].flatMap(([outsourcing_code, { lead, days }]) => {
    const leads = new Set([Math.ceil(lead / 2), lead - FASTER_DAYS].map((faster) => Math.max(SHORTEST_LEAD, faster)));
    const why = { kind: 'partner' as const, facility_id: null, outsourcing_code, ...heldBy(days) };
    return [...leads]
      .filter((faster) => faster < lead)
      .map((lead_days) => ({ trial: { premises: [{ kind: 'partner' as const, outsourcing_code, lead_days }], why }, rank: why.late_days }));
  });
}

/** Trials in which one late order is a rush order: those that have most days behind others. */
function urgentTrials(problem: Problem, late: readonly LateOrder[]): Ranked[] {
  const { orders, machines } = problem.plant!;
  const trials = late.flatMap((order): Ranked[] => {
    const { order_id, priority } = orders[order.job]!;
    const days = daysOf(order, isOfOthers);
    if (priority === 'rush' || days === 0 || !isBehindOthers(order)) return [];
    const facility_id = order.wait ? machines[order.wait.machine]!.facility_id : null;
    const why = { kind: 'urgent' as const, facility_id, outsourcing_code: null, ...heldBy(new Map([[order_id, days]])) };
    return [{ trial: { premises: [{ kind: 'order', order_id, priority: 'rush' }], why }, rank: days }];
  });
  return trials.sort((a, b) => b.rank - a.rank).slice(0, MOST_URGENT);
}
