import { describe, expect, it } from 'vitest';
import { enqueue } from '../../server/db/jobs/jobs.ts';
import { RUN_TEXTS } from '../../server/domain/texts/plan/runs.ts';
import { STEP_TEXTS } from '../../server/domain/texts/plan/steps.ts';
import type { PlannedEntry } from '../../server/scheduling/index.ts';
import { plantChoice } from '../support/choice.ts';
import { FIRST } from '../support/offered-plans.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { CALM, MIDDLE, offeredPlant, PUNCTUAL, STOOD } from './offered-plant.ts';

const { server, made, db, call, plan, offer, offerThree, published, numbered, choose, undo, redo, wholePlan, days, bars, lock, put } =
  offeredPlant();
const report = async () => (await server.get<'getRunReport'>('/api/schedule-queues/report/')).report!;
const ordersOf = (): string => made.orders.map(({ order }) => order).join(',');

describe('a run that offers several plans', () => {
  it('tells each with its lateness, and publishes one', async () => {
    await offerThree();
    const { alternatives, choosable, moved, moved_orders } = await report();
    expect(choosable).toBe(true);
    expect(alternatives.map(({ id, late_days, published }) => [id, late_days, published])).toEqual([
      [1, 5, false],
      [2, 4, true],
      [3, 0, false],
    ]);
    expect(alternatives.map(({ furnace_runs }) => furnace_runs)).toEqual([2, 2, 1]);
    expect(alternatives.map(({ plan: id }) => id)).toEqual(await Promise.all([1, 2, 3].map(numbered)));
    expect(await days()).toEqual([...MIDDLE]);
    expect([moved, moved_orders]).toEqual([2, 1]);
    // The search counts one bar of each; what moves beside it, whatever is planned, moves with all of them.
    expect(alternatives.map((one) => [one.moved_entries, one.moved_orders])).toEqual(Array(3).fill([2, 1]));
  });

  it('has another one published by one call: bars, furnace runs, messages, report and figures are of that one, until it is taken back', async () => {
    const job = await offerThree();
    expect((await choose(3)).status).toBe(200);
    expect(await days()).toEqual([...PUNCTUAL]);
    expect(await db()('furnace_runs')).toHaveLength(1);
    const told = await report();
    expect(told).toMatchObject({
      ...{ late_before: 0, late_after: 0, late_days_after: 0, moved: 4, moved_orders: 2, choosable: true, first_orders: FIRST },
    });
    expect(told.alternatives.filter(({ published }) => published).map(({ id }) => id)).toEqual([3]);
    const { results } = await server.get<'listScheduleQueues'>('/api/schedule-queues/?limit=1');
    expect(results[0]).toMatchObject({ id: job, statistics: { late_days: 0, moved: 4 }, figures: { after: { late_days: 0 } } });
    expect((await server.get<'listAudit'>('/api/audit/?limit=1', made.other)).results[0]).toMatchObject({
      operation: 'adoptPlan',
      new: { alternative: 3 },
    });
    const label = '計画の選択: 計画② → 計画③';
    expect((await undo()).body).toMatchObject({ label, history: { redo: { label } } });
    expect((await report()).late_days_after).toBe(4);
    await redo();
    expect((await report()).late_days_after).toBe(0);
  });

  it('shows where a plan has what it has elsewhere, and where bars stood before the run whatever is published', async () => {
    await offerThree();
    const places = async (query = ''): Promise<string[]> => {
      const { places: told } = await server.get<'getFormerPlaces'>(`/api/schedules/former_places/?order_ids=${ordersOf()}${query}`);
      return told.map(({ start_date }) => start_date.slice(8, 10));
    };
    expect(await places(`&with=${await numbered(3)}`)).toEqual(['02', '03', '02', '03']);
    expect(await places(`&with=${await numbered(2)}`)).toEqual([]);
    expect(await places()).toEqual(['01', '02']);
    await choose(3);
    expect(await places(`&with=${await numbered(2)}`)).toEqual(['06', '07', '01', '02']);
    expect(await places()).toEqual(['01', '02', '01', '02']);
    await choose(1);
    expect(await places()).toEqual(['01', '02']);
  });

  it('counts what ends otherwise, or came into another charge, wherever it tells what moved', async () => {
    const stands = plan(STOOD, true);
    const [heat, bench, mate, last] = stands.outcome.entries as [PlannedEntry, PlannedEntry, PlannedEntry, PlannedEntry];
    const entries: PlannedEntry[] = [heat, { ...bench, end_minutes: bench.end_minutes + 60 }, { ...mate, moved_by: 'plan' }, last];
    await offer([{ ...stands, outcome: { ...stands.outcome, entries } }]);
    expect(await report()).toMatchObject({ moved: 2, moved_orders: 2, moved_by: { unfit: 1, first: 0, room: 0, plan: 1 } });
    expect((await server.get<'getFormerPlaces'>(`/api/schedules/former_places/?order_ids=${ordersOf()}`)).places).toHaveLength(2);
    const { moves } = await server.get<'getRunMoves'>('/api/schedule-queues/moves/');
    expect(moves.map(({ moved_by }) => moved_by).sort()).toEqual(['plan', 'unfit']);
  });

  it('takes the choice back behind other edits that were taken back', async () => {
    await offerThree();
    const before = await wholePlan();
    await choose(3);
    expect((await lock(bars()[1]!)).status).toBe(200);
    await undo();
    expect((await undo()).status).toBe(200);
    expect(await wholePlan()).toEqual(before);
  });

  it('says what would be lost once the plan is changed, and publishes another all the same where that is wanted', async () => {
    await offerThree();
    await lock(bars()[1]!);
    const before = await wholePlan();
    const refused = await choose(3);
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('1回変更されています(最後は')]);
    expect(refused.body).toMatchObject({ current: { id: await published() } });
    expect(await days()).toEqual([...MIDDLE]);
    expect((await choose(3, { anyway: true })).status).toBe(200);
    expect(await days()).toEqual([...PUNCTUAL]);
    expect((await undo()).status).toBe(200);
    expect(await wholePlan()).toEqual(before);
  });

  it('leaves a choice standing that another has changed since, and forgets the step', async () => {
    await offerThree();
    await choose(3);
    expect((await put(bars()[1]!, 9, { token: made.other })).status).toBe(200);
    const refused = await undo();
    expect([refused.status, refused.body.error]).toEqual([409, STEP_TEXTS.plan_changed('undo')]);
    expect((await server.get<'getScheduleHistory'>('/api/schedules/history/')).undo).toBeNull();
  });

  it('refuses what is not offered, and while a run is pending', async () => {
    await offerThree();
    expect((await call('plans/987654/adopt/', { from: await published() })).status).toBe(404);
    expect((await call(`plans/${await numbered(3)}/adopt/`)).status).toBe(400);
    await enqueue(db(), { kind: 'schedule', requested_by: '1001', payload: {} });
    expect((await choose(3)).status).toBe(409);
    expect(await days()).toEqual([...MIDDLE]);
  });

  it('leaves the choice of another standing when one takes back the own', async () => {
    await offerThree();
    await choose(1);
    await choose(3, {}, made.other);
    const refused = await undo();
    expect([refused.status, refused.body.error]).toEqual([409, STEP_TEXTS.planned('undo')]);
    expect(await days()).toEqual([...PUNCTUAL]);
    expect((await undo(made.other)).status).toBe(200);
    expect(await days()).toEqual([...CALM]);
    // Which can be taken back again, now that it is the last one.
    expect((await undo()).status).toBe(200);
    expect(await days()).toEqual([...MIDDLE]);
  });

  it('lets one of two choose who saw the same plan published, and tells the other', async () => {
    await offerThree();
    const from = await published();
    const [calm, punctual] = [await numbered(1), await numbered(3)];
    const take = (id: number, token?: string) => call(`plans/${id}/adopt/`, { from }, token);
    const answers = await Promise.all([take(calm), take(punctual, made.other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.error).toBe(RUN_TEXTS.chosen_meanwhile);
    expect(await days()).toEqual([...(answers[0]!.status === 200 ? CALM : PUNCTUAL)]);
  });

  it('keeps them over a run that leaves the plan as it stands', async () => {
    const run = () => server.services.runs.runAndWait(QUICK_RUN, '1002');
    await run();
    await plantChoice(db(), '2026-04-01');
    const before = await days();
    const again = await run();
    expect(again.statistics).toMatchObject({ unchanged: true });
    expect((await choose(1)).status).toBe(200);
    expect(await days()).not.toEqual(before);
  });
});
