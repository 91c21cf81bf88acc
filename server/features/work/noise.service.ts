import type { Db } from '../../db/types.ts';
import { ASSUMED_DEVIATIONS, LEARNED } from '../../domain/ground/constants.ts';
import { addDays, type PlantDate } from '../../domain/ground/plant-time.ts';
import type { Noise, Spread } from '../../scheduling/index.ts';
import { partnersLate, unitsStopped, workLasted, workRedone } from './deviations.store.ts';

/** How the plant has differed from what is said of it in the months before a day; null: too little was tapped to know. */
export async function learnedNoise(db: Db, today: PlantDate): Promise<Noise | null> {
  const since = addDays(today, -LEARNED.days);
  const [all, ...byTask] = await workLasted(db, [since, today]);
  if (!all || all.count < LEARNED.least) return null;
  const known = byTask.filter(({ count }) => count >= LEARNED.least_of_task);
  return {
    work: spreadOf(all),
    tasks: new Map(known.map((lasted) => [lasted.task_id!, spreadOf(lasted)])),
    furnace: ASSUMED_DEVIATIONS.furnace,
    partner_days: (await partnersLate(db, since)) ?? ASSUMED_DEVIATIONS.partner_days,
    redone: await workRedone(db, since),
    stops: (await unitsStopped(db, [since, today])) ?? NEVER_STOPPED,
  };
}

const NEVER_STOPPED: Noise['stops'] = { facilities: [], every: Number.POSITIVE_INFINITY, days: [] };

const spreadOf = ({ factor, spread }: Spread): Spread => ({ factor, spread });
