import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeLoad } from '../../server/features/work/work.service.ts';
import { ownDatabase } from '../support/database.ts';
import { calling, fieldsOf } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

const database = ownDatabase();
let made: Awaited<ReturnType<typeof furnaces>>;

const call = calling(() => schedulesOf(database.knex));
const at = (text: string): string => `${text.replace(' ', 'T')}:00+09:00`;
type Target = { start: string; end: string; furnace_run: number; facility?: number; version?: number; locked?: boolean };
const moveAll = (ids: readonly number[], { start, end, ...more }: Target, as = call) =>
  as('moveSchedules', { body: { moves: ids.map((id) => ({ id, start_date: at(start), end_date: at(end), ...more })) } });

/** What is in each furnace run of the plan, by where and when it is. */
async function charges(): Promise<Record<string, number[]>> {
  const { rows } = await database.knex.raw(
    `select r.facility_id || ' ' || to_char(r.run_start at time zone 'Asia/Tokyo', 'MM-DD HH24:MI') as place, array_agg(m.plan_entry_id order by m.plan_entry_id) as lots
     from furnace_runs r join furnace_run_members m on m.furnace_run_id = r.id where r.facility_id = any(?::bigint[]) group by r.id order by r.run_start`,
    [`{${made.furnace},${made.twin}}`],
  );
  return Object.fromEntries(rows.map(({ place, lots }: { place: string; lots: number[] }) => [place, lots.map(Number)]));
}
/** Every row of the plan, without what only counts writes. */
const plan = async (): Promise<string> =>
  JSON.stringify([
    (await database.knex.raw(`select to_jsonb(e) - 'version' as row from plan_entries e order by id`)).rows,
    await database.knex('furnace_runs').orderBy('id'),
    await database.knex('furnace_run_members').orderBy(['furnace_run_id', 'plan_entry_id']),
  ]);

/** Two furnaces of one task; a run of three lots and one of two the day after it in the first. */
async function furnaces() {
  const make = plantBuilder(database.knex);
  const task = await make.task({ task_name: '焼戻し' });
  const values = { tasks: [task], availability: 1, max_weight: 1000 };
  const furnace = await make.facility({ facility_name: `${task}号炉`, ...values });
  const twin = await make.facility({ facility_name: `${task}号炉B`, ...values });
  const lotsAt = async (count: number, span: readonly [string, string]): Promise<number[]> => {
    const ids: number[] = [];
    for (let one = 0; one < count; one += 1) {
      const lot = await make.lot(await make.order(), '01');
      ids.push(await make.entry(lot, task, span, { facility_id: furnace, task_sort: 10 }));
    }
    return ids;
  };
  const [first, second] = [
    ['2026-04-06 08:00', '2026-04-07 08:30'],
    ['2026-04-08 08:00', '2026-04-09 08:30'],
  ] as const;
  const [three, two] = [await lotsAt(3, first), await lotsAt(2, second)];
  const run = await make.furnaceRun(furnace, first, three);
  const later = await make.furnaceRun(furnace, second, two);
  return { make, furnace, twin, three, two, run, later };
}

beforeAll(async () => {
  await plantBuilder(database.knex).employee({ employee_id: '1012', name: '炉前 次郎' });
});
beforeEach(async () => {
  made = await furnaces();
});

describe('a furnace run that moves as one', () => {
  const friday = { start: '2026-04-10 08:00', end: '2026-04-11 08:30' };

  it('goes to another place and another furnace with all its lots; one step takes it back', async () => {
    const before = await plan();
    const { results, warnings } = await moveAll(made.three, { ...friday, furnace_run: made.run, facility: made.twin });
    expect(await charges()).toEqual({ [`${made.furnace} 04-08 08:00`]: made.two, [`${made.twin} 04-10 08:00`]: made.three });
    expect(new Set(results.slice(0, 3).map(({ furnace_run_id }) => furnace_run_id)).size).toBe(1);
    expect(warnings?.join()).not.toContain('炉チャージから外れ');
    const after = await plan();
    await call('undoSchedule', { body: {} });
    expect(await plan()).toBe(before);
    await call('redoSchedule', { body: {} });
    expect(await plan()).toBe(after);
  });

  it('parts where some of its lots stay, and joins one with the same treatment', async () => {
    const before = await plan();
    const [stays, ...go] = made.three;
    await moveAll(go, { ...friday, furnace_run: made.run });
    expect(await charges()).toEqual({
      [`${made.furnace} 04-06 08:00`]: [stays],
      [`${made.furnace} 04-08 08:00`]: made.two,
      [`${made.furnace} 04-10 08:00`]: go,
    });
    await moveAll(go, { start: '2026-04-08 08:00', end: '2026-04-09 08:30', furnace_run: made.later });
    expect(await charges()).toEqual({
      [`${made.furnace} 04-06 08:00`]: [stays],
      [`${made.furnace} 04-08 08:00`]: [...go, ...made.two].sort((one, other) => one - other),
    });
    await call('undoSchedule', { body: {} });
    await call('undoSchedule', { body: {} });
    expect(await plan()).toBe(before);
  });

  it('is refused with the reason: more than the furnace holds, another treatment, one that has begun, lots that part', async () => {
    const before = await plan();
    const there = { start: '2026-04-08 08:00', end: '2026-04-09 08:30', furnace_run: made.later };
    await database.knex('facilities').where({ id: made.furnace }).update({ max_weight: 900 });
    expect(JSON.stringify(await fieldsOf(moveAll(made.three, there)))).toContain('1,000kgが、');
    await database.knex('facilities').where({ id: made.furnace }).update({ max_weight: 1000 });
    expect(await fieldsOf(moveAll(made.three, { ...there, end: '2026-04-09 09:00' }))).toEqual({
      furnace_run: ['同じ炉チャージに入れるには、設備と日時をその炉チャージに合わせてください。'],
    });
    await database.knex('furnace_runs').where({ id: made.later }).update({ temperature: 850 });
    expect(await fieldsOf(moveAll(made.three, there))).toEqual({
      furnace_run: ['熱処理の条件が異なるため、同じ炉チャージに入れられません。'],
    });
    await database.knex('furnace_runs').where({ id: made.later }).update({ temperature: 900 });
    const said = (started_at: string | null) =>
      database.knex.transaction((trx) => writeLoad(trx, made.later, { started_at, finished_at: null }));
    await said(at('2026-04-08 08:00'));
    expect(await fieldsOf(moveAll(made.three, there))).toEqual({ furnace_run: ['始まった炉チャージは動かせません。'] });
    await said(null);
    const [one, ...others] = made.three.map((id, place) => ({
      ...{ id, start_date: at(friday.start), end_date: at(`2026-04-1${place > 0 ? 1 : 2} 08:30`), furnace_run: made.run },
    }));
    expect(await fieldsOf(call('moveSchedules', { body: { moves: [one!, ...others] } }))).toEqual({
      furnace_run: ['炉チャージのロットは、同じ設備・同じ日時に動かしてください。'],
    });
    expect(await plan()).toBe(before);
  });

  it('is locked and unlocked as one, where it stands', async () => {
    const before = await plan();
    const here = { start: '2026-04-06 08:00', end: '2026-04-07 08:30', furnace_run: made.run };
    await moveAll(made.three, { ...here, locked: true });
    expect((await database.knex('plan_entries').whereIn('id', made.three)).map(({ locked }) => locked)).toEqual([true, true, true]);
    const { undo } = await call('getScheduleHistory', {});
    expect(undo?.kind).toBe('lock');
    await call('undoSchedule', { body: {} });
    expect(await plan()).toBe(before);
  });

  it('is moved by one of two users; the other is told by whom, and what became of it', async () => {
    await moveAll(
      made.three,
      { ...friday, furnace_run: made.run, version: 1 },
      calling(() => schedulesOf(database.knex), { employee_id: '1012' }),
    );
    const second = moveAll(made.three, { start: '2026-04-13 08:00', end: '2026-04-14 08:30', furnace_run: made.run, version: 1 });
    await expect(second).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/焼戻しは、炉前 次郎さんが先に変更しました\(移動\)。/),
    });
    expect(Object.keys(await charges())).toContain(`${made.furnace} 04-10 08:00`);
  });
});
