import type { Db } from '../../db/types.ts';
import { addDays, type Instant, instantAt, type PlantDate } from '../../domain/ground/plant-time.ts';
import type { Defect, StopReason } from '../../domain/texts/plan/reasons.ts';

/** What was lost in a period, by reason, the most first: hours in which facilities stood, and pieces that were no good ones. */
export interface Losses {
  stops: { reason: StopReason; count: number; hours: number }[];
  defects: { reason: Defect | null; pieces: number }[];
}

/** The losses of the days from one to another, up to now. A stop counts for its hours by the clock inside the days; pieces on the day their work began. */
export async function lossesOf(db: Db, { from, to }: { from: PlantDate; to: PlantDate }, now: Instant): Promise<Losses> {
  const days = { from: instantAt(from, '00:00'), to: instantAt(addDays(to, 1), '00:00'), now };
  const { rows: stops } = await db.raw(
    `select reason, count(*)::integer as count, round(sum(extract(epoch from least(coalesce(resumed_at, :now::timestamptz), :to::timestamptz)
         - greatest(stopped_at, :from::timestamptz))) / 3600, 2)::float as hours
     from facility_stops
     where stopped_at < least(:to::timestamptz, :now::timestamptz) and coalesce(resumed_at, :now::timestamptz) > :from::timestamptz
     group by reason order by hours desc, reason`,
    days,
  );
  const { rows: defects } = await db.raw(
    `select m.defect as reason, sum(f.pieces - m.quantity)::integer as pieces from work_marks m join bars b on b.id = m.plan_entry_id
     -- Of a lot in several furnace runs the mark says the good pieces of the last one that has begun.
     cross join lateral (select coalesce((select nullif(i.pieces, 0) from furnace_run_members i join furnace_runs r on r.id = i.furnace_run_id
       where i.plan_entry_id = b.id and r.started_at is not null order by r.started_at desc limit 1), b.pieces) as pieces) f
     where m.quantity < f.pieces and m.started_at >= :from::timestamptz and m.started_at < :to::timestamptz
     group by m.defect order by pieces desc, m.defect`,
    days,
  );
  return { stops, defects };
}
