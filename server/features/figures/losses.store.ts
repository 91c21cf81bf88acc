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
    `select defect_reason as reason, sum(pieces - good)::integer as pieces from actuals
     where good < pieces and started_at >= :from::timestamptz and started_at < :to::timestamptz
     group by defect_reason order by pieces desc, defect_reason`,
    days,
  );
  return { stops, defects };
}
