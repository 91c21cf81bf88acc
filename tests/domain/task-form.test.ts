import { describe, expect, it } from 'vitest';
import {
  composedInstants,
  END_HOURS,
  formOfEntry,
  judgeTaskForm,
  judgeWorkTime,
  movesLocked,
  START_HOURS,
} from '../../server/domain/bars/task-form.ts';

const filled = { start_date_date: '2026-04-06', start_date_hour: '08:00', end_date_date: '2026-04-06', end_date_hour: '16:00' };

describe('task form', () => {
  it('offers the hours of the specification', () => {
    expect(START_HOURS).toHaveLength(17);
    expect([START_HOURS[0], START_HOURS[1], START_HOURS.at(-1)]).toEqual(['00:00', '08:00', '15:30']);
    expect([END_HOURS[0], END_HOURS[1], END_HOURS.at(-1)]).toEqual(['00:00', '08:30', '16:00']);
  });

  it('composes the instants in plant time', () => {
    expect(judgeTaskForm(filled)).toEqual({ span: { start: '2026-04-06T08:00:00+09:00', end: '2026-04-06T16:00:00+09:00' } });
    expect(composedInstants({ ...filled, end_date_hour: '' })).toEqual({ start_date: '2026-04-06T08:00:00+09:00', end_date: undefined });
  });

  it.each([[null], [''], [undefined]])('names both missing dates in the sentences of the specification (%s)', (missing) => {
    expect(judgeTaskForm({ ...filled, start_date_date: missing, end_date_date: missing })).toEqual({
      errors: { start_date_date: ['開始日を設定して下さい。'], end_date_date: ['終了日を設定して下さい。'] },
    });
  });

  const outside = '2000/01/01〜2100/12/31の日付を入力してください。';
  const later = { end_date_date: '2028-04-06', end_date_hour: '08:30' };
  it.each<[what: string, form: object, errors: Record<string, string>]>([
    ['a day that does not exist', { ...filled, start_date_date: '2026-02-30' }, { start_date_date: '存在しない日付です。' }],
    ['an hour that is no choice', { ...filled, start_date_hour: '07:30' }, { start_date_hour: '選択できない時刻です。' }],
    [
      'an end that is not after the start',
      { ...filled, end_date_hour: '00:00' },
      { end_date_date: '終了日時は開始日時より後に設定してください。' },
    ],
    [
      'dates beyond reason',
      { ...filled, start_date_date: '0026-12-17', end_date_date: '9999-12-31' },
      { start_date_date: outside, end_date_date: outside },
    ],
    ['a date before all', { ...filled, start_date_date: '1999-12-31' }, { start_date_date: outside }],
    ['a date behind all', { ...filled, end_date_date: '2101-01-01' }, { end_date_date: outside }],
    ...['2026-02-30T08:00:00+09:00', '2026-02-30', '1', ' 1', '2026'].map((start_date): [string, object, Record<string, string>] => [
      'an instant that is none',
      { start_date, end_date: '2026-12-17T08:30:00+09:00' },
      { start_date_date: '存在しない日付です。' },
    ]),
    [
      'an instant beyond reason',
      { start_date: '0026-12-17T08:00:00+09:00', end_date: '2026-12-17T08:30:00+09:00' },
      { start_date_date: outside },
    ],
    ['a bar of more than two years', { ...filled, ...later }, { end_date_date: '開始から終了までは2年以内にしてください。' }],
  ])('refuses %s', (_, form, errors) => {
    expect(judgeTaskForm(form)).toEqual({ errors: Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]])) });
  });

  it('takes a bar of two years', () => {
    expect(judgeTaskForm({ ...filled, ...later, start_date_hour: '08:30' })).toHaveProperty('span');
  });

  it('takes the end 00:00 of the next day as 24:00 of the day', () => {
    expect(judgeTaskForm({ ...filled, start_date_hour: '00:00', end_date_date: '2026-04-07', end_date_hour: '00:00' })).toHaveProperty(
      'span',
    );
  });

  it('keeps an hour that stands in the entry already', () => {
    const kept = { start: '2026-04-06T07:00:00+09:00', end: '2026-04-06T20:00:00+09:00' };
    expect(judgeTaskForm({ ...filled, start_date_hour: '07:00', end_date_hour: '20:00' }, kept)).toHaveProperty('span');
  });

  it('uses the instants only where all four parts are absent', () => {
    const instants = { start_date: '2026-04-05T23:00:00Z', end_date: '2026-04-06T16:00:00+09:00' };
    expect(judgeTaskForm(instants)).toEqual({ span: { start: '2026-04-06T08:00:00+09:00', end: '2026-04-06T16:00:00+09:00' } });
    expect(judgeTaskForm({ ...instants, start_date_date: null })).toHaveProperty('errors');
  });

  it('starts from an entry and says whether a locked one would move', () => {
    const entry = {
      start_date: '2026-04-06T08:00:00+09:00',
      end_date: '2026-04-06T16:00:00+09:00',
      facility: 3,
      locked: true,
      received_locked: false,
    };
    const form = formOfEntry(entry);
    const span = { start: entry.start_date, end: entry.end_date };
    expect(form).toMatchObject(filled);
    expect(movesLocked(entry, form, span)).toBe(false);
    expect(movesLocked(entry, { ...form, facility: 4 }, span)).toBe(true);
    expect(movesLocked(entry, form, { ...span, end: '2026-04-07T16:00:00+09:00' })).toBe(true);
    expect(movesLocked(entry, { ...form, facility: 4, locked: false }, span)).toBe(false);
  });

  it('judges work times by the half hour', () => {
    expect(judgeWorkTime(null, null)).toEqual({});
    expect(judgeWorkTime('08:00', '16:00')).toEqual({});
    expect(judgeWorkTime('08:15', '16:30')).toEqual({ start_time: [expect.any(String)], end_time: [expect.any(String)] });
    expect(judgeWorkTime('09:00', null)).toEqual({ end_time: [expect.any(String)] });
  });
});
