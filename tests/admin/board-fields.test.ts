import { describe, expect, it } from 'vitest';
import { facilityGroupsOf } from '../../admin/board/chart/scene/bars.ts';
import { bodyOf, boundsOf, endHours, fieldsOf, startHours, wrongDates } from '../../admin/board/edit/form/task-fields.ts';
import { plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { makeEntry } from './board-entries.ts';

describe('the task form', () => {
  it('opens with the entry’s own hours when a bar was pressed', () => {
    expect(fieldsOf(makeEntry())).toEqual({
      ...{ start_date_date: '2026-04-01', start_date_hour: '08:30', end_date_date: '2026-04-01', end_date_hour: '16:00' },
      ...{ facility: null, locked: false, received_locked: false },
    });
  });

  it('opens with the place of a move; 24:00 is 00:00 of the next day', () => {
    const place = { start: plantMinutes('2026-04-02T13:30:00+09:00'), end: plantMinutes('2026-04-04T00:00:00+09:00') };
    expect(boundsOf(place)).toEqual({
      start_date_date: '2026-04-02',
      start_date_hour: '13:30',
      end_date_date: '2026-04-04',
      end_date_hour: '00:00',
    });
    expect(fieldsOf(makeEntry({ facility: 3 }), { place, facility: null })).toMatchObject({ facility: null, end_date_hour: '00:00' });
    expect(fieldsOf(makeEntry({ facility: 3 }), { place })).toMatchObject({ facility: 3 });
  });

  it('offers the hours of the specification, and the one that stands there already', () => {
    expect([startHours('08:30')[0], startHours('08:30')[1], startHours('08:30').at(-1)]).toEqual(['00:00', '08:00', '15:30']);
    expect([endHours('16:00')[0], endHours('16:00')[1], endHours('16:00').at(-1)]).toEqual(['00:00', '08:30', '16:00']);
    expect(endHours('04:30')).toContain('04:30');
    expect(startHours('')).not.toContain('');
  });

  it.each([
    ['', '', { start_date_date: '開始日を設定して下さい。', end_date_date: '終了日を設定して下さい。' }],
    ['2026-04-01', '2026-04-01', {}],
    ['0026-12-17', '2026-12-18', { start_date_date: '2000/01/01〜2100/12/31の日付を入力してください。' }],
  ])('says what is wrong with 「%s」 to 「%s」', (start_date_date, end_date_date, wrong) => {
    expect(wrongDates({ start_date_date, end_date_date })).toEqual(wrong);
  });

  it('sends the instants that follow from dates and hours', () => {
    expect(bodyOf(fieldsOf(makeEntry()))).toMatchObject({ start_date: '2026-04-01T08:30:00+09:00', end_date: '2026-04-01T16:00:00+09:00' });
    expect(bodyOf({ ...fieldsOf(makeEntry()), start_date_date: '' }).start_date).toBeUndefined();
  });
});

describe('the rows of the facility calendar', () => {
  it('are the facilities in their order, empty ones too, なし where it is asked for', () => {
    const groups = facilityGroupsOf(
      [makeEntry({ id: 1, facility: 7 }), makeEntry({ id: 2, facility: null }), makeEntry({ id: 3, facility: 99 })],
      [
        { id: 8, name: '2号炉' },
        { id: 7, name: '1号炉' },
        { id: null, name: 'なし' },
      ],
    );
    expect(groups.map(({ facility, bars }) => [facility?.name, bars.map(({ id }) => id)])).toEqual([
      ['2号炉', []],
      ['1号炉', ['1']],
      ['なし', ['2']],
    ]);
  });
});
