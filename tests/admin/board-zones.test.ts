import { describe, expect, it } from 'vitest';
import { zonesOf } from '../../admin/board/chart/hand/zones.ts';
import { barOf, type Entry } from '../../admin/board/chart/scene/bars.ts';
import { blockOfDay } from '../../admin/board/chart/scene/blocks.ts';
import { type Held, judgeWish } from '../../admin/board/chart/scene/judging.ts';
import { NO_SHIFT } from '../../server/domain/bars/moves.ts';
import { dateOfDay, dayNumber } from '../../server/domain/ground/plant-time.ts';
import { makeEntry } from './board-entries.ts';

const WEEKEND = new Set([dayNumber('2026-04-04'), dayNumber('2026-04-05')]);
const TIMELINE = { start: blockOfDay(dayNumber('2026-03-30')), end: blockOfDay(dayNumber('2026-04-13')) };

/** The zones of a bar that is held where it stands: kind, first day, last day. */
function zones(changed: Partial<Entry>): string[] {
  const entry = makeEntry(changed);
  const wish = { shift: NO_SHIFT, facility: undefined, push: false };
  const bar = barOf(entry, undefined);
  const held: Held = { bar, bars: [bar], wish, judgement: judgeWish(entry, wish, undefined, { closed: WEEKEND }), forbidden: false };
  const day = (block: number): string => dateOfDay(block / 2).slice(5);
  return zonesOf(held, TIMELINE, WEEKEND).map(({ kind, start, end }) => `${kind} ${day(start)}-${day(end - 2)}`);
}

describe('the zones of a held bar', () => {
  it('lie after the deadline from 24:00 of its day on, also behind closed days', () => {
    expect(zones({ deadline_date: '2026-04-02' })).toEqual(['deadline 04-03-04-12']);
    expect(zones({ deadline_date: '2026-04-05' })).toEqual(['deadline 04-06-04-12', 'closed 04-04-04-05']);
    expect(zones({ deadline_date: '2026-04-06' })).toEqual(['deadline 04-07-04-12', 'closed 04-04-04-05']);
  });

  it('are those of closed days alone where nothing is due, or the order is late already', () => {
    expect(zones({})).toEqual(['closed 04-04-04-05']);
    expect(zones({ deadline_date: '2026-04-02', late_days: 2 })).toEqual(['closed 04-04-04-05']);
  });
});
