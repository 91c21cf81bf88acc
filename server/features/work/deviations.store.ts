import type { Db } from '../../db/types.ts';
import { LEARNED, MOST_DEVIATION } from '../../domain/ground/constants.ts';
import { CLOSES, OPENS, type PlantDate } from '../../domain/ground/plant-time.ts';

/** How many pieces of work were tapped, how much longer they lasted than their hours in the middle, and the standard deviation of the logarithm of that. */
export interface Lasted {
  /** null: all of them together. */
  task_id: number | null;
  count: number;
  factor: number;
  spread: number;
}

/**
 * How long the newest work since a day lasted beside its hours, of all and by task: minutes of the plant's working time between the taps of its start and its end, in house and in no
 * furnace. A closed day counts where it was begun or ended on it. The spread is read off the middle two thirds, so that a tap that was forgotten says little.
 */
export async function workLasted(db: Db, [since, today]: readonly [PlantDate, PlantDate]): Promise<Lasted[]> {
  const { rows } = await db.raw(
    `with shut as materialized (select date from closed_days(:since::date, :today::date) as date),
     told as (
       select a.task_id, a.planned_hours * 60 as said, a.started_at::timestamp as began, a.finished_at::timestamp as ended
       from actuals a where a.finished_at >= :since::date and a.started_at >= :since::date and a.planned_hours > 0 and a.facility_id is not null
         and a.task_id <> all(array(select id from tasks where is_heat_code(code_key)))
         and not exists (select from furnace_load_members m where m.order_task_id = a.order_task_id)
       order by a.started_at desc limit :newest),
     lasted as (
       select task_id, ln(w.minutes / said) as deviation from told cross join lateral (
         select sum(greatest(0, extract(epoch from least(ended, day + :closes * interval '1 minute') - greatest(began, day + :opens * interval '1 minute')) / 60)) as minutes
         from generate_series(began::date, ended::date, interval '1 day') day
         where day in (began::date, ended::date) or day::date not in (select date from shut)) w
       where w.minutes between said / :most and said * :most)
     select task_id, count(*)::integer as count, exp(percentile_cont(0.5) within group (order by deviation))::float as factor,
       ((percentile_cont(0.841) within group (order by deviation) - percentile_cont(0.159) within group (order by deviation)) / 2)::float as spread
     from lasted group by grouping sets ((task_id), ()) order by task_id nulls first`,
    { since, today, opens: OPENS, closes: CLOSES, most: MOST_DEVIATION, newest: LEARNED.newest },
  );
  return rows;
}

/** Of work in house that was tapped to its end since a day: the share of which pieces were no good, and how many of theirs that was. */
export async function workRedone(db: Db, since: PlantDate): Promise<{ chance: number; share: number }> {
  const { rows } = await db.raw(
    `select coalesce(avg(case when good < pieces then 1.0 else 0 end), 0)::float as chance,
       coalesce(avg((pieces - good)::numeric / pieces) filter (where good < pieces), 0)::float as share
     from actuals where started_at >= :since::date and finished_at is not null and facility_id is not null and pieces > 0`,
    { since },
  );
  return rows[0];
}

/**
 * The facilities that stood out of order since a day and work again, the days between two stops of a unit in the mean, and ten lengths of stops in days, each as likely as any
 * other; null: none did. A plant that has been tapping for less has had less time to stop.
 */
export async function unitsStopped(
  db: Db,
  [since, today]: readonly [PlantDate, PlantDate],
): Promise<{ facilities: number[]; every: number; days: number[] } | null> {
  const { rows } = await db.raw(
    `with over as (
       select s.facility_id, extract(epoch from resumed_at - stopped_at) / 86400 as days, case when s.unit is null then f.availability else 1 end as units
       from facility_stops s join facilities f on f.id = s.facility_id where s.stopped_at >= :since::date and s.resumed_at < :today::date + 1)
     select array(select distinct facility_id from over order by facility_id) as facilities,
       (select sum(availability) from facilities where id in (select facility_id from over))::float
         * (select :today::date - greatest(:since::date, min(started_at)::date) + 1 from actuals where started_at >= :since::date) / sum(units)::float as every,
       percentile_disc(array(select (2 * n - 1) / 20.0 from generate_series(1, 10) n)::float[]) within group (order by days)::float[] as days
     from over`,
    { since, today },
  );
  const [stopped] = rows;
  return stopped.every === null ? null : stopped;
}

/** Ten days, each as likely as any other, by which partners came back later than the plan had them, since a day; null: too few did. */
export async function partnersLate(db: Db, since: PlantDate): Promise<number[] | null> {
  const { rows } = await db.raw(
    `select count(*)::integer as count, percentile_disc(array(select (2 * n - 1) / 20.0 from generate_series(1, 10) n)::float[])
       within group (order by greatest(0, a.closed_on - end_day(a.planned_end))) as days
     from actuals a left join order_tasks t on t.id = a.order_task_id
     where a.closed_on >= :since::date and a.planned_end is not null
       and (a.closed_by = 'partner' or (a.closed_by in ('file', 'tap') and is_outsourced(t.arrangement, t.outsourcing_code)))`,
    { since },
  );
  const [{ count, days }] = rows;
  return count >= LEARNED.least_of_partners ? days : null;
}
