import { expect, test } from 'vitest';
import { type DateContext, readDateNumber, readDateText } from '../../server/domain/files/cells/dates.ts';

const read = (cell: string | number, today: string, date1904 = false): string => {
  const context: DateContext = { today, date1904 };
  const { date, note } = typeof cell === 'number' ? readDateNumber(cell, context) : readDateText(cell, context);
  return [date, note].filter((part) => part !== undefined).join(' ');
};

/** Days and what is noted of them, with the cells that are read as them; cells of text parted by a bar. */
test.each<[string, string, ...(string | number)[]]>([
  ['2026-04-01', '2026-04-01', ' 2026/4/1 |46113|46113.25|46113.999|2026年4月1日|2026 - 04 - 01', 46113, 46113.9999, 20260401],
  ['2026-04-01', 'unreadable', 'x46113|46113x|461130|4611|1 Abc 2026|X8.4.1|令和0年4月1日|120260401|202604012|2026040112345', 10_000_000],
  ['2026-04-01', 'unreadable', 32_873, 73_416, 1, 99_999_999.5],
  ['2026-04-01', '2100-12-31 far', 73_415],
  ['2026-04-01', 'out_of_range', '1999/12/31', '2101-01-01', '令和99年1月1日', 32_874],
  // Three years back and five ahead are near.
  ['2026-04-01', '2023-04-01', '2023-04-01'],
  ['2026-04-01', '2031-04-01', '2031-04-01'],
  ['2026-04-01', '2023-03-31 far', '2023-03-31'],
  ['2026-04-01', '2031-04-02 far', '2031-04-02'],
  ['2024-03-01', '2021-03-01', '2021-03-01'],
  ['2024-03-01', '2021-02-28 far', '2021-02-28'],
  // Without a year it is the one from three months back to nine ahead.
  ['2026-11-30', '2026-08-30 nearest_year', '8/30|8月30日'],
  ['2026-11-30', '2027-08-29 nearest_year', '8/29'],
  ['2026-11-30', '2027-01-05 nearest_year', '1/5'],
  ['2026-02-10', '2026-11-10 nearest_year', '11/10'],
  ['2026-02-10', '2025-11-11 nearest_year', '11/11'],
  ['2026-02-10', 'unreadable', '2/29', '2/30'],
  ['2026-04-01', '2026-04-01 two_digit_year', '26/4/1|1-Apr-26'],
  ['2026-04-01', 'ambiguous', '08/4/1', '8.4.1', '99/12/31'],
  ['2026-04-01', 'unreadable', '26/13/1', '26/2/30'],
  // Half past eleven at night and half an hour later, in zones east and west.
  ['2026-04-01', '2026-03-31', '2026-03-31 23:29:59+0830|2026-03-31 11:00 AM +08|2026-03-31T14:59:59Z|2026-03-31 14:59 UTC'],
  ['2026-04-01', '2026-04-01', '2026-03-31 23:30:00+0830|2026-03-31 11:00 PM +08:00|2026-03-31T15:00Z|2026-04-01 09:29:59 -05:30'],
  ['2026-04-01', '2026-04-02', '2026-04-01 09:30 -0530|2026-04-01 09:29:60 -05:30|2026-04-01 15:30 GMT|2026-04-01 12:30 PM -5'],
  ['2026-04-01', '2026-04-01', '2026-04-01 12:30 AM -5|2026-04-01 23:59|2026-04-01 23:59 JST|2026-04-01 23:59+0900'],
  ['2026-04-01', '', 0, '00/00/00', '0000-00-00 00:00'],
  ['2026-04-01', ' undecided', 2_958_465, '9999/12/31', '99/99/99', '未定'],
])('on %s it is %s', (today, said, ...cells) => {
  const all = cells.flatMap<string | number>((cell) => (typeof cell === 'string' ? cell.split('|') : [cell]));
  for (const cell of all) expect([cell, read(cell, today)]).toEqual([cell, said]);
});

test('of a file that counts from 1904 a serial lies four years and a day later', () => {
  expect([read(44_651, '2026-04-01', true), read('2026-04-01', '2026-04-01', true)]).toEqual(['2026-04-01', '2026-04-01']);
});
