import { describe, expect, it } from 'vitest';
import type { KeptTap } from '../../admin/today/taps.ts';
import { endTimeOf, timeOf } from '../../admin/today/when.ts';
import { type Today, withTaps } from '../../admin/today/with-taps.ts';
import { startedBar } from '../../server/domain/marks.ts';
import { epochMs } from '../../server/domain/plant-time.ts';

const at = (day: number, clock: string): string => `2026-11-${day}T${clock}:00+09:00`;
const task = { entry_id: 7, unique_order: '026X0001-01', start_date: at(24, '08:00'), end_date: at(24, '09:00'), started_at: null };
const shown = {
  date: '2026-11-23',
  facility: { id: 3 },
  units: [],
  tasks: [{ ...task, finished_at: null }],
  last_tap: null,
} as unknown as Today;
const tap = (kind: 'start' | 'undo', client_id: string, undoes?: string): KeptTap => ({
  key: client_id,
  label: '',
  tap: {
    client_id,
    kind,
    at: at(23, '13:39'),
    facility: 3,
    unit: null,
    furnace_run: null,
    entries: [{ entry_id: 7 }],
    ...(undoes && { undoes }),
  },
});

describe('今日の作業', () => {
  it('shows of a start that is not sent yet the end that the server will give it', () => {
    const [started] = withTaps(shown, [tap('start', 'a')]).tasks;
    expect(started).toMatchObject({ started_at: at(23, '13:39'), start_date: at(23, '13:30'), end_date: at(23, '14:30') });
    expect(startedBar({ start_at: task.start_date, end_at: task.end_date }, at(23, '13:39'))).toEqual({
      start_at: started?.start_date,
      end_at: started?.end_date,
    });
  });

  it('shows what was taken back before it was sent as it was', () => {
    expect(withTaps(shown, [tap('start', 'a'), tap('undo', 'b', 'a')])).toEqual(shown);
  });

  it('says the day of a time that is not today', () => {
    const now = epochMs(at(23, '13:39'));
    expect([timeOf(at(23, '15:00'), now), timeOf(at(24, '08:00'), now)]).toEqual(['15:00', '11/24(火) 08:00']);
    expect([endTimeOf(at(24, '00:00'), now), endTimeOf(at(25, '00:00'), now)]).toEqual(['24:00', '11/24(火) 24:00']);
  });
});
