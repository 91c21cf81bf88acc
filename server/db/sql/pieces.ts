/** SQL: bars as capacity sees them (`Occupant`), one in several furnace runs as a piece for each, where and when that run is; of `PIECES`. */
export const PIECE = `e.placed_by, e.id, r.id as furnace_run_id, coalesce(r.facility_id, e.facility_id) as facility_id,
  case when r.several then r.run_start else e.start_at end as start_at, case when r.several then r.run_end else e.end_at end as end_at,
  e.work_time_set, e.elapsed, e.work_hours as hours`;

/** SQL: bars (`e`) with each furnace run that they are in (`r`). */
export const PIECES = `bars e left join lateral (select fr.id, fr.facility_id, fr.run_start, fr.run_end, d.started_at, count(*) over () > 1 as several
    from furnace_run_members m join furnace_runs fr on fr.id = m.furnace_run_id left join furnace_loads d on d.furnace_run_id = fr.id
    where m.plan_entry_id = e.id and m.layer = e.layer) r on true`;
