/** SQL: furnace runs `f` that have lost their last member, of any plan. */
export const EMPTY_RUNS = 'furnace_runs f where not exists (select 1 from furnace_run_members m where m.furnace_run_id = f.id)';
