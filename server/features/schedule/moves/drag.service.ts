import type { Knex } from 'knex';
import type { Success } from '../../../contract/handlers.ts';
import type { Plan } from '../../../db/plan.ts';
import { closedDaysBetween } from '../../../db/sql/calendar.ts';
import { notFound } from '../../../domain/ground/errors.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import type { Judge, RulesAround } from '../../runs/judge/judge.service.ts';
import { eligibilityOf } from '../eligibility.store.ts';
import { type DraggedRow, draggedRows, type LotBar, lotBars, orderEnds, unitsOf } from './drag.store.ts';
import { occupantsOf } from './occupants.store.ts';

/** A bar with the bars of its lot and the facilities that matter to it. */
interface Asked {
  bar: DraggedRow;
  lot: readonly LotBar[];
  /** Those that can do its task, and the one where it stands. */
  eligible: ReadonlySet<number>;
  wanted: ReadonlySet<number>;
}

/**
 * Everything that bars of the plan are judged by anywhere between two days: of each the order of its lot, its rules at the facilities of its task, and the deadline of its order;
 * of all together the units and bars of these facilities and of those of the later tasks, and holidays. Throws not found where one of them is not there.
 */
export async function surroundingsBetween(
  db: Knex,
  judge: Judge,
  plan: Plan,
  ids: readonly number[],
  { days, today }: { days: readonly [PlantDate, PlantDate]; today: PlantDate },
): Promise<Success<'getSurroundings'>> {
  const asked = await askedBars(db, plan, [...new Set(ids)]);
  const wanted = [...new Set(asked.flatMap((one) => [...one.wanted]))];
  const facilities = await unitsOf(db, plan, wanted, days);
  const open = asked.filter(({ bar }) => !bar.finished);
  const around = await judge.rules(plan, new Map(open.map(({ bar, eligible }) => [bar.id, [null, ...eligible]])), today);
  const orders = [...new Set(asked.map(({ bar }) => bar.order_id))];
  const ends = await orderEnds(
    db,
    plan,
    orders,
    asked.flatMap(({ lot }) => lot.map(({ id }) => id)),
  );
  return {
    bars: asked.map((one) => ({
      ...aroundBar(
        one,
        facilities.map(({ id }) => id),
        around,
      ),
      order_end_date: ends.get(one.bar.order_id)?.order_end_date ?? null,
      order_shipping_date: ends.get(one.bar.order_id)?.order_shipping_date ?? null,
      others_end_date: ends.get(one.bar.order_id)?.others_end_date ?? null,
    })),
    facilities,
    occupants: await occupantsOf(db, plan, wanted, days),
    holidays: [...(await closedDaysBetween(db, ...days, plan))],
  };
}

async function askedBars(db: Knex, plan: Plan, ids: readonly number[]): Promise<Asked[]> {
  const found = new Map((await draggedRows(db, plan, ids)).map((bar) => [bar.id, bar]));
  const bars = ids.map((id) => found.get(id));
  if (!bars.every((bar) => bar !== undefined)) throw notFound(databaseTexts.notFound);
  const lots = await lotBars(db, plan, [...new Set(bars.map(({ lot_id }) => lot_id))]);
  const ableOf = new Map<number | null, Awaited<ReturnType<typeof eligibilityOf>>>();
  const asked: Asked[] = [];
  for (const bar of bars) {
    const lot = bar.task_sort === null ? [bar] : (lots.get(bar.lot_id) ?? []);
    const able = ableOf.get(bar.product_id) ?? (await eligibilityOf(db, bar.product_id));
    ableOf.set(bar.product_id, able);
    const eligible = new Set([...(bar.outsourced ? [] : able(bar.task_id)), ...(bar.facility === null ? [] : [bar.facility])]);
    const later = lot.slice(lot.findIndex(({ id }) => id === bar.id) + 1).filter(({ finished }) => !finished);
    asked.push({ bar, lot, eligible, wanted: new Set([...eligible, ...later.flatMap(({ facility }) => facility ?? [])]) });
  }
  return asked;
}

function aroundBar({ bar, lot, eligible, wanted }: Asked, inOrder: readonly number[], { rules, weekdays, rests }: RulesAround) {
  const own = rules.get(bar.id);
  const mine = inOrder.filter((id) => wanted.has(id));
  const ordered = [...mine.filter((id) => eligible.has(id)), ...mine.filter((id) => !eligible.has(id))];
  return {
    id: bar.id,
    order_id: bar.order_id,
    lot: lot.map((one) => ({ ...lotBar(one), weekdays: weekdays.get(one.id) ?? null, rest: rests.get(one.id) ?? null })),
    deadline_date: bar.deadline_date,
    facilities: ordered.map((id) => ({ id, eligible: eligible.has(id), rules: own?.get(id) ?? null })),
    rules_without_facility: own?.get(null) ?? null,
  };
}

/** A bar of the lot without what only its reading needs. */
function lotBar({ lot_id, order_id, product_id, task_id, task_sort, deadline_date, ...bar }: LotBar & Partial<DraggedRow>): LotBar {
  return bar;
}
