import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/db/connect.ts';
import { demoldingTask, heatTask, outsourcedRow, processingTask } from '../../server/db/task-purpose.ts';
import { codeKey } from '../../server/domain/fold.ts';
import { isKnownArrangement, isOutsourced, isTempering, taskPurpose } from '../../server/domain/task-purpose.ts';
import { testDatabase } from '../support/database.ts';

const CODES = [
  ...['320-3123-010', '340-3153-060', '３２０－３１２３－０１０', 'X3123', '320-5131-010', '5131-3123'],
  ...[
    '320-3121-060',
    '340-3151-040',
    '３２０-3121-060',
    '340‐3151‐040',
    '320-3121-0601',
    '320-3121-050',
    ' 320-3121-060 ',
    '900-0001-010',
    '',
  ],
];
const WORDS = ['外注', ' 外注　', '外作', '外', '購入', '支給', '内作', '社内', '', '　', '外注品', '?'];
const PARTNERS = ['', ' ', '　', 'G01', ' G01'];

describe('what a task is for', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  test('codes are read in SQL as in the domain', async () => {
    const { rows } = await database.knex.raw(
      `select code, case when ${heatTask('t')} then 'heat' when ${processingTask('t')} then 'processing' when ${demoldingTask('t')} then 'demolding'
         else 'other' end as purpose from jsonb_to_recordset(?::jsonb) as t (code text, code_key text)`,
      [JSON.stringify(CODES.map((code) => ({ code, code_key: codeKey(code) })))],
    );
    expect(rows).toEqual(CODES.map((code) => ({ code, purpose: taskPurpose(code) })));
    expect(CODES.map(taskPurpose)).toEqual([
      ...['heat', 'heat', 'heat', 'heat', 'processing', 'heat'],
      ...['demolding', 'demolding', 'demolding', 'demolding', 'other', 'other', 'demolding', 'other', 'other'],
    ]);
  });

  test('arrangements are read in SQL as in the domain', async () => {
    const asked = WORDS.flatMap((arrangement) => PARTNERS.map((outsourcing_code) => ({ arrangement, outsourcing_code })));
    const { rows } = await database.knex.raw(
      `select ${outsourcedRow('row')} as away from jsonb_to_recordset(?::jsonb) as row (arrangement text, outsourcing_code text)`,
      [JSON.stringify(asked)],
    );
    expect(rows).toEqual(asked.map((row) => ({ away: isOutsourced(row) })));
    const inHouse = WORDS.filter((arrangement) => !isOutsourced({ arrangement, outsourcing_code: '' }));
    expect(inHouse).toEqual(['支給', '内作', '社内', '', '　', '外注品', '?']);
    expect(inHouse.filter((arrangement) => !isKnownArrangement({ arrangement, outsourcing_code: '' }))).toEqual(['外注品', '?']);
    expect(isOutsourced({ arrangement: null, outsourcing_code: null })).toBe(false);
    expect(['焼戻し', '2次焼戻', '焼入れ'].map(isTempering)).toEqual([true, true, false]);
  });
});
