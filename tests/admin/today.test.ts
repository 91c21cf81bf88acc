import { describe, expect, it } from 'vitest';
import { TODAY } from '../../admin/texts/today.ts';
import { earlyEnd, finishOf, openBefore, startOfRun, startOfTask } from '../../admin/today/questions.ts';
import type { KeptTap } from '../../admin/today/taps.ts';
import { endTimeOf, timeOf } from '../../admin/today/when.ts';
import { type Run, type Task, type Today, type Unit, withTaps } from '../../admin/today/with-taps.ts';
import { startedBar } from '../../server/domain/bars/marks.ts';
import { epochMs } from '../../server/domain/ground/plant-time.ts';

const at = (day: number, clock: string): string => `2026-11-${day}T${clock}:00+09:00`;
const task = {
  ...{ entry_id: 7, unique_order: '026X0001-01', start_date: at(24, '08:00'), end_date: at(24, '09:00') },
  ...{ started_at: null, started_by: null },
};
const tasks = [{ ...task, finished_at: null }];
const shown = { date: '2026-11-23', facility: { id: 3 }, units: [], tasks, last_tap: null } as unknown as Today;
const tap = (kind: 'start' | 'undo', client_id: string, undoes?: string): KeptTap => ({
  key: client_id,
  label: '',
  tap: {
    ...{ client_id, kind, at: at(23, '13:39'), facility: 3, unit: null, furnace_run: null, entries: [{ entry_id: 7 }] },
    ...(undoes && { undoes }),
  },
});

describe('今日の作業', () => {
  it('shows of a start that is not sent yet the end that the server will give it', () => {
    const [started] = withTaps(shown, [tap('start', 'a')]).tasks;
    const { start_at, end_at, done_at } = startedBar({ start_at: task.start_date, end_at: task.end_date }, at(23, '13:39'));
    expect([start_at, end_at, done_at]).toEqual([at(23, '13:30'), at(23, '15:00'), at(23, '14:39')]);
    expect(started).toMatchObject({ started_at: at(23, '13:39'), started_by: 'a', start_date: start_at, end_date: end_at, done_at });
  });

  it('shows what was taken back before it was sent as it was', () => {
    expect(withTaps(shown, [tap('start', 'a'), tap('undo', 'b', 'a')])).toEqual(shown);
  });

  it('calls a unit by its furnace, and by its number only where there are several; says the day of a time that is not today', () => {
    expect([TODAY.unitOf('7号焼鈍炉', 0, 1), TODAY.unitOf('6号ピット炉', 1, 2)]).toEqual(['7号焼鈍炉', '6号ピット炉 2台目']);
    const now = epochMs(at(23, '13:39'));
    expect([timeOf(at(23, '15:00'), now), timeOf(at(24, '08:00'), now)]).toEqual(['15:00', '11/24(火) 08:00']);
    expect([endTimeOf(at(24, '00:00'), now), endTimeOf(at(25, '00:00'), now)]).toEqual(['24:00', '11/24(火) 24:00']);
  });

  it('asks about an end that comes more than half an hour too soon, open earlier processes, a machine without a unit left, one that stands, and another day', () => {
    const now = epochMs(at(23, '13:00'));
    expect([at(23, '13:31'), at(23, '13:30'), at(23, '12:30')].map((end) => earlyEnd(end, now))).toEqual(['13:31', undefined, undefined]);
    const started = { ...task, task_name: '荒加工', started_at: at(23, '12:00'), finished_at: null, open_before: [] } as unknown as Task;
    const next = { ...started, entry_id: 8, started_at: null, open_before: ['外注塗装'] } as unknown as Task;
    const machine = (units: number, stop: object | null = null) =>
      ({ tasks: [started, next], facility: { units }, stop }) as unknown as Today;
    const tomorrow = epochMs(at(24, '07:30'));
    expect(startOfTask(next, machine(1), tomorrow)).toEqual(['前工程が未完了です', '026X0001-01 荒加工 が作業中です']);
    expect(startOfTask(next, machine(2), tomorrow)).toEqual(['前工程が未完了です']);
    expect(startOfTask(started, machine(1), tomorrow)).toEqual([]);
    // Of a facility that stands, and of work of another day.
    const breakdown = { reason: 'breakdown' };
    expect(startOfTask(started, machine(1, breakdown), now)).toEqual(['停止中(設備故障)です', '11/24(火) の計画です']);
    expect(finishOf(next, at(23, '15:00'), now)).toEqual(['終了予定は 15:00 です', '前工程が未完了です']);
    expect(finishOf(started, at(23, '13:00'), now)).toEqual([]);
    const run = {
      run_start: at(24, '08:00'),
      open_before: [{ unique_order: '026X0001-01', task_names: ['造型', '鋳込'] }],
    } as unknown as Run;
    expect([startOfRun(run, null, now), openBefore(run)]).toEqual([
      ['11/24(火) の計画です', '前工程が未完了です'],
      ['026X0001-01 造型・鋳込'],
    ]);
    expect(startOfRun(run, breakdown as Unit['stop'], tomorrow)).toEqual(['停止中(設備故障)です', '前工程が未完了です']);
  });
});
