import { beforeAll, describe, expect, it } from 'vitest';
import { PUBLISHED } from '../../server/db/plan.ts';
import { migrate, migrateDown, migrateFrom, migrationStatus } from '../../server/db/schema/migrate.ts';
import { restore } from '../../server/features/schedule/steps/steps.service.ts';
import { ownDatabase } from '../support/database.ts';
import { FORMER_MIGRATIONS, forgetDefinitions, MIGRATIONS, makeFormer, schemaOf } from '../support/schema.ts';

const DONE = { applied: MIGRATIONS, pending: [], unknown: [], outdated: false };
const database = ownDatabase();
let fresh: string[];
const db = () => database.knex;

beforeAll(async () => {
  fresh = await schemaOf(db());
});

describe('migrations', () => {
  it('are taken away whole and made again', async () => {
    expect(await migrationStatus(db())).toEqual(DONE);
    await migrateDown(db());
    expect(await schemaOf(db())).toEqual(['extension plpgsql']);
    expect(await migrate(db())).toEqual(expect.arrayContaining(['0001_tables', 'functions/code_fold', 'views/bars']));
    expect(await migrate(db())).toEqual([]);
    expect(await schemaOf(db())).toEqual(fresh);
    expect(await db()('plans').where({ kind: 'published', layer: 1 })).toHaveLength(1);
  });

  it('run once when several processes start together', async () => {
    await migrateDown(db());
    const { pending } = await migrationStatus(db());
    const applied = await Promise.all([migrate(db()), migrate(db()), migrate(db())]);
    expect(applied.flat()).toEqual(pending);
    expect(await schemaOf(db())).toEqual(fresh);
  });

  it('refuse a database that a newer program has changed', async () => {
    await db()('knex_migrations').insert({ name: '9999_later', batch: 9, migration_time: new Date() });
    await expect(migrate(db())).rejects.toThrow('9999_later');
    await db()('knex_migrations').where({ name: '9999_later' }).del();
  });
});

describe('a database of before 1.0.0', () => {
  it('at its last migration goes on with all that was said, and is a new one to the letter', async () => {
    await makeFormer(db());
    expect((await migrationStatus(db())).pending).toContain('0001_tables');
    await migrate(db());
    expect(await migrationStatus(db())).toEqual(DONE);
    expect(await schemaOf(db())).toEqual(fresh);
    expect(await migrate(db())).toEqual([]);

    const facts = await db()('actuals')
      .orderBy('order_task_id')
      .select('order_task_id as id', 'task_name', 'closed_by', 'closed_on', 'good', 'pieces', 'defect_reason', 'planned_start');
    const planned = (day: number) => `2026-04-0${day}T08:00:00+09:00`;
    const fact = (id: number, task_name: string, [closed_by, closed_on]: readonly (string | null)[], day: number, said = {}) => {
      return { id, task_name, closed_by, closed_on, planned_start: planned(day), good: null, pieces: 4, defect_reason: null, ...said };
    };
    expect(facts).toEqual([
      // Before the casting of its lot, by the quantity of its file, by the shop floor, by a planner, by its partner.
      fact(1, '造型', ['file', '2026-04-02'], 2),
      fact(2, '型ばらし', ['file', null], 3),
      fact(3, '焼ならし', ['tap', '2026-04-04'], 4, { good: 3, defect_reason: 'crack' }),
      fact(4, '荒加工', ['hand', '2026-04-05'], 5),
      fact(5, '塗装', ['partner', null], 6),
      fact(9, '焼ならし', [null, null], 4),
      fact(12, '検査', ['file', '2026-04-02'], 7),
    ]);
    const byHand = await db()('order_tasks').where({ origin: 'hand' }).first('id', 'lot_id', 'task_sort');
    expect(await db()('bars').whereIn('lot_id', [1, 2]).orderBy('id').select('id', 'origin', 'locked')).toHaveLength(13);
    expect(await db()('bars').where({ id: byHand.id }).first('lot_id', 'start_at', 'origin', 'placed_by', 'whole_hours')).toEqual({
      ...{ lot_id: 1, start_at: '2026-04-05T08:00:00+09:00', origin: 'hand', placed_by: 'hand', whole_hours: null },
    });
    expect(await db()('furnace_loads').orderBy('id').select('furnace_run_id', 'run_start', 'started_at')).toEqual([
      { furnace_run_id: 1, run_start: planned(4), started_at: '2026-04-04T08:10:00+09:00' },
      { furnace_run_id: null, run_start: '2026-03-01T08:00:00+09:00', started_at: null },
    ]);
    expect(await db()('furnace_load_members').orderBy('order_task_id').pluck('name')).toEqual(['026X0001-01', '026X0002-01']);
    const [tap] = await db()('work_taps').select('entry_ids', 'before');
    expect(tap).toEqual({
      entry_ids: [3, 9],
      before: {
        bars: [
          { id: 3, locked: false },
          { id: 9, locked: false },
        ],
        run: { id: 1 },
      },
    });
    expect(await db()('plan_entries').whereNotNull('moved_by').select('id', 'moved_by')).toEqual([{ id: 4, moved_by: 'plan' }]);
    expect((await db()('jobs').first('statistics')).statistics).toEqual({ moved_entries: [{ entry_id: 4 }], late: [{ order_id: 1 }] });
  });

  it('has its keys made anew: of two that are one by now the first has it, the other stays to be found', async () => {
    const first = () => db()('lots').orderBy('id').first('order_id');
    await makeFormer(db());
    const { order_id } = await first();
    await db()('products').insert(
      ['甲〜1', '甲～1', '乙－1'].map((product_code) => ({ product_code, code_key: product_code.normalize('NFC'), product_name: '試験' })),
    );
    await db()('lots').insert(['〜1', '～1'].map((lot_number) => ({ order_id, lot_number, lot_key: lot_number })));
    await db()('orders').where({ id: order_id }).update({ product_code: '乙－1', product_key: '乙－1', product_id: null });
    await migrate(db());
    const keys = (table: string, key: string, code: string) =>
      db()(table).where(code, 'like', '%1').where(key, 'like', '%1').orderBy('id').pluck(key);
    expect((await keys('products', 'code_key', 'product_code')).filter((key) => /[甲乙]/.test(key))).toEqual(['甲~1', '甲～1', '乙-1']);
    expect((await db()('lots').where({ order_id }).orderBy('id').pluck('lot_key')).slice(-2)).toEqual(['~1', '～1']);
    const { product_key, product_id } = await db()('orders').where({ id: order_id }).first('product_key', 'product_id');
    expect([product_key, product_id !== null]).toEqual(['乙-1', true]);
    await db()('lots').where('lot_key', 'in', ['~1', '～1']).delete();
  });

  it('at an earlier one is told what to do, and stays as it is', async () => {
    await makeFormer(db(), FORMER_MIGRATIONS.slice(0, -1));
    const before = await schemaOf(db());
    const sentence = /1\.0\.0 より前.*0047_open_steps.*planner backup.*0048_whole_plan.* \/ .*restore the backup with that one/;
    await expect(migrate(db())).rejects.toMatchObject({ kind: 'refused', message: expect.stringMatching(sentence) });
    expect(await migrationStatus(db())).toMatchObject({ outdated: true, unknown: [] });
    expect(await schemaOf(db())).toEqual(before);
    await makeFormer(db(), [...FORMER_MIGRATIONS, '0049_of_nobody']);
    await expect(migrate(db())).rejects.toThrow('0049_of_nobody');
    await makeFormer(db());
    await migrate(db());
  });
});

describe('views and functions', () => {
  it('are made anew where their text is another one, or go where no file names them, and what was reckoned by them is noted', async () => {
    await db().raw(`
      drop view late_orders;
      create view late_orders as select layer, order_id from order_states;
      comment on view late_orders is 'planner definition of another day';
      drop function off_clock;
      create function off_clock(at timestamptz, days integer) returns date language sql stable as $$ select at::date - days $$;
      create view of_another_day as select * from bars;
      comment on view of_another_day is 'planner definition of another day';
      create function another_day() returns date language sql stable as $$ select date '2026-04-01' $$;
      comment on function another_day is 'planner definition of another day';
      delete from noted_orders`);
    const stale = ['functions/off_clock', 'views/late_orders', 'functions/another_day', 'views/of_another_day'];
    expect((await migrationStatus(db())).pending.sort()).toEqual(stale.sort());
    expect((await migrate(db())).sort()).toEqual(stale);
    expect(await schemaOf(db())).toEqual(fresh);
    expect(Number((await db()('noted_orders').countDistinct('order_id as n'))[0]?.n)).toBe(20);
  });

  it('are replaced, not dropped, where tables hold them', async () => {
    await forgetDefinitions(db());
    const columns = () => db()('pg_attribute').where({ attname: 'subject_key', attisdropped: false }).pluck('attnum');
    const before = await columns();
    expect((await migrate(db())).length).toBe(fresh.filter((line) => /^(view|function) /.test(line)).length);
    expect(await columns()).toEqual(before);
    expect(await schemaOf(db())).toEqual(fresh);
  });

  it('that a view of somebody else rests on stay as they are, and it is named', async () => {
    await db().raw('create view of_others as select id from bars');
    await forgetDefinitions(db());
    const before = await schemaOf(db());
    await expect(migrate(db())).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/of_others.*参照|参照.*of_others/),
    });
    expect(await schemaOf(db())).toEqual(before);
    await db().raw('drop view of_others');
    await migrate(db());
    expect(await schemaOf(db())).toEqual(fresh);
  });

  it('stand each by its file', async () => {
    const { rows } = await db().raw(`
      select c.relname as name from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace and obj_description(c.oid, 'pg_class') is null
      union all select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') is null
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
    expect(rows).toEqual([]);
  });
});

/** A plant whose tables are those of the migrations before plans: an order with two bars, what its newest run left, and what people have done since. */
const BEFORE_PLANS = `
  delete from plans;
  insert into plans (id, name, published, published_at) overriding system value values (7, '', true, '2026-04-01 08:00');
  insert into facilities (facility_code, code_key, facility_name) select n, n, n from (values ('F1'), ('F2')) f (n);
  insert into tasks (task_code, code_key, task_name) select n, n, n from (values ('T1'), ('T2')) t (n);
  insert into orders (serial_number, serial_key, product_code, product_key, product_name, number, delivery_status, material) values ('N', 'N', '', '', '', 4, '', '');
  insert into lots (order_id, lot_number, lot_key) values (1, '01', '01');
  insert into order_tasks (lot_id, task_id, task_sort, order_quantity) select 1, id, 10 * id, 4 from tasks;
  insert into plan_entries (id, plan_id, lot_id, task_id, task_sort, facility_id, start_at, end_at)
    select id, 7, lot_id, task_id, task_sort, task_id, date '2026-04-05' + id::integer, date '2026-04-06' + id::integer from order_tasks;
  insert into furnace_runs (plan_id, facility_id, run_start, run_end) select plan_id, facility_id, start_at, end_at from plan_entries where id = 1;
  insert into furnace_run_members (furnace_run_id, plan_entry_id, plan_id, pieces) values (1, 1, 7, 4);
  insert into jobs (kind, status, statistics) values
    ('schedule', 'complete', '{"alternatives": [{"id": 1, "late_orders": 2, "published": false}, {"id": 2, "late_orders": 1, "published": true}]}');
  insert into schedule_messages (job_id, position, level, code, message) values (1, 0, 'info', 'I301', '');
  insert into run_moves (plan_entry_id, start_at, end_at, facility_id, moved_by) values (2, '2026-04-10 08:00', '2026-04-10 12:00', 1, 'room');
  insert into run_alternatives (job_id, id, entries, runs, members, said) select 1, n,
    jsonb_build_array(jsonb_build_object('order_task_id', n, 'moved_by', 'stays', 'start_at', '2026-04-06T08:00:00+09:00')), '[]', '[]', jsonb_build_object('score', n)
    from generate_series(1, 2) n;
  insert into audit (actor, operation, kind, key) values ('1002', 'importOrderTasks', 'order_tasks', '');
  insert into import_effects (audit_id, table_name, old) select 1, table_name, old from (
    select 'plan_entries' as table_name, to_jsonb(e) as old from plan_entries e union all select 'furnace_runs', to_jsonb(r) from furnace_runs r
    union all select 'furnace_run_members', to_jsonb(m) from furnace_run_members m union all select 'run_moves', to_jsonb(m) from run_moves m) kept;
  insert into schedule_steps (plan_id, employee_id, kind, name, bars, run_job_id, old_alternative, new_alternative) values
    (7, '1002', 'adopt', '', 0, 1, 1, 2), (7, '1002', 'move', 'N-01 T1', 1, null, null, null);
  insert into schedule_step_bars (step_id, entry_id, position, before, after)
    select 2, e.id, 0, s.state || jsonb_build_object('entry', to_jsonb(e) || '{"start_at": "2026-04-03T00:00:00+09:00"}'), s.state || jsonb_build_object('entry', to_jsonb(e))
    from plan_entries e cross join lateral (select jsonb_build_object('task', null, 'mark', null, 'members', (select jsonb_agg(to_jsonb(m)) from furnace_run_members m),
      'runs', (select jsonb_agg(to_jsonb(r)) from furnace_runs r)) as state) s where e.id = 1;`;

describe('a database of before plans', () => {
  const made = async (): Promise<void> => {
    const tables: string[] = [];
    await migrateFrom(db(), {
      ...{ schema: MIGRATIONS.slice(0, 4), former: false, sameDefinitions: false },
      // Triggers rest as where a backup is restored: their functions are those of today.
      fill: async (trx) => {
        tables.push(...(await trx('pg_tables').where('schemaname', 'public').pluck('tablename')));
        for (const name of tables) await trx.raw('alter table ?? disable trigger user', [name]);
        await trx.raw(BEFORE_PLANS);
        await trx.raw('set constraints all immediate');
        for (const name of tables) await trx.raw('alter table ?? enable trigger user', [name]);
      },
    });
  };

  it('is a new one to the letter; its plan is the published one, and what its run offered and what stood before are plans beside it', async () => {
    await made();
    expect(await migrationStatus(db())).toEqual(DONE);
    expect(await schemaOf(db())).toEqual(fresh);
    const plans = await db()('plans')
      .orderBy('kind')
      .select('id', 'kind', 'layer', 'number', 'base_id', 'job_id', db().raw('left_at is not null as left'));
    const [candidate, former, published] = plans;
    expect(published).toEqual({ id: 7, kind: 'published', layer: 1, number: 2, base_id: former!.id, job_id: 1, left: false });
    expect(candidate).toMatchObject({ kind: 'candidate', layer: null, number: 1, base_id: former!.id, job_id: 1, left: false });
    expect(former).toMatchObject({ kind: 'former', layer: null, number: null, base_id: null, job_id: null, left: true });
    expect(plans).toHaveLength(3);
    expect(await db()('plan_entries').orderBy('id').select('layer', 'id', 'moved_by')).toEqual([
      { layer: 1, id: 1, moved_by: null },
      { layer: 1, id: 2, moved_by: 'room' },
    ]);
    expect(
      await db()('plan_contents')
        .orderBy('plan_id')
        .select('plan_id', 'bar_id as ids', 'bar_written as written', db().raw('bar_start_at::text[] as starts'), 'bar_locked as locked'),
    ).toEqual([
      { plan_id: candidate!.id, ids: [1], written: [true], starts: ['2026-04-06 08:00:00+09'], locked: [null] },
      {
        plan_id: former!.id,
        ids: [1, 2],
        written: [true, true],
        starts: ['2026-04-06 00:00:00+09', '2026-04-10 08:00:00+09'],
        locked: [false, false],
      },
    ]);
    expect(await db()('schedule_messages').pluck('plan_id')).toEqual([7]);
    // Its states are reckoned anew, in its one layer.
    expect(await db()('order_states').pluck('layer')).toEqual([1]);
  });

  it('has its steps taken back, and gives back the bars that an import took along', async () => {
    await made();
    expect(await db()('schedule_steps').select('id', 'layer', 'kind')).toEqual([{ id: 2, layer: 1, kind: 'move' }]);
    const author = { user: { employee_id: '1002' }, operation: 'undoSchedule', clock: Date.now };
    expect((await restore(db(), PUBLISHED, author, 'undo', 2)).results).toMatchObject([{ id: 1, start_date: '2026-04-03T00:00:00+09:00' }]);
    const effects = await db()('import_effects')
      .orderBy('table_name')
      .select('table_name', db().raw(`old -> 'layer' as layer, old -> 'plan_id' as plan`));
    expect(effects).toEqual(
      ['furnace_run_members', 'furnace_runs', 'plan_entries', 'plan_entries'].map((table_name) => ({ table_name, layer: 1, plan: null })),
    );
  });
});
