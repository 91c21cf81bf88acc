import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../admin/board/chart/scene/bars.ts';
import { blockOfDay, blockX, dateOfBlock, isAfternoon, widthOf } from '../../admin/board/chart/scene/blocks.ts';
import { layoutOf } from '../../admin/board/chart/scene/layout.ts';
import { deadlineOf, TAG_PX } from '../../admin/board/chart/scene/marks.ts';
import type { Scene } from '../../admin/board/chart/scene/scene.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { makeEntry } from './board-entries.ts';

const DAY = blockOfDay(dayNumber('2026-04-10'));
const timeline = { start: DAY - 40, end: DAY + 60, px: 20 };
const at = (block: number): string => `${dateOfBlock(block)}T${isAfternoon(block) ? '12' : '00'}:00:00+09:00`;
const measure = (text: string): number => text.length * 11;

/** The deadline of a lot in inline mode, its bars from and to these half days after the day it is due. */
function inline(spans: readonly (readonly [number, number])[]) {
  const bars = spans.map(([from, to], index) =>
    makeEntry({ id: index + 1, task_sort: index, deadline_date: '2026-04-09', start_date: at(DAY + from), end_date: at(DAY + to) }),
  );
  const layout = layoutOf(groupsOf(bars), 'inline');
  const scene = { rows: 'lots', layout, timeline } as Scene;
  return { tag: deadlineOf(layout.groups[0]!, scene, measure)?.tag, bars: layout.rows[0]!.bars };
}

describe('the tag of a deadline between the bars of one row', () => {
  it.each([
    ['beside them', [[-9, -7]]],
    [
      'under what is late',
      [
        [0, 2],
        [-1, 3],
        [-9, -7],
      ],
    ],
    [
      'before its line where all that is late lies behind it',
      [
        [0, 4],
        [1, 9],
        [2, 8],
      ],
    ],
  ] as [string, [number, number][]][])('stands %s, over none of them', (_, spans) => {
    const { tag, bars } = inline(spans);
    expect(tag).toBeDefined();
    for (const { bar, top, height } of bars) {
      const from = blockX(bar.span.start, timeline);
      const beside = from >= tag!.to || from + widthOf(bar.span, timeline) <= tag!.from;
      expect(beside || top + height <= tag!.top + 1 || top >= tag!.top + TAG_PX - 1).toBe(true);
    }
  });

  it('is left out where there is no room', () => {
    expect(
      inline([
        [-9, 9],
        [-9, 9],
        [-9, 9],
      ]).tag,
    ).toBeUndefined();
  });
});
