import { describe, expect, test } from 'vitest';
import { PUBLISHED } from '../../server/db/plan.ts';
import { codeKey } from '../../server/domain/ground/fold.ts';
import { isKnownArrangement, isOutsourced, isTempering, taskPurpose } from '../../server/domain/plant/task-purpose.ts';
import { furnaces } from '../../server/features/figures/furnaces.store.ts';
import { furnaceCodes } from '../../server/features/schedule/charges/furnace-runs.store.ts';
import { loadFacilities } from '../../server/features/schedule/loads/loads.store.ts';
import { todayFacilities } from '../../server/features/schedule/shop-floor/today.store.ts';
import { furnaceFacilities } from '../../server/scheduling/reading/masters/eligibility.ts';
import type { Facts } from '../../server/scheduling/reading/rows/facts.ts';
import { ownDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';

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
  const database = ownDatabase();

  test('codes are read in SQL as in the domain', async () => {
    const { rows } = await database.knex.raw(
      `select code, case when is_heat_code(t.code_key) then 'heat' when is_processing_code(t.code_key) then 'processing' when is_demolding_code(t.code_key) then 'demolding'
         else 'other' end as purpose from jsonb_to_recordset(?::jsonb) as t (code text, code_key text)`,
      [JSON.stringify(CODES.map((code) => ({ code, code_key: codeKey(code) })))],
    );
    expect(rows).toEqual(CODES.map((code) => ({ code, purpose: taskPurpose(code) })));
    expect(CODES.map(taskPurpose)).toEqual([
      ...['heat', 'heat', 'heat', 'heat', 'processing', 'heat'],
      ...['demolding', 'demolding', 'demolding', 'demolding', 'other', 'other', 'demolding', 'other', 'other'],
    ]);
  });

  test('whatever asks which facilities are furnaces gets the answer of a run', async () => {
    const { knex } = database;
    const make = plantBuilder(knex);
    const [cut, heat, soak] = [
      await make.task(),
      await make.task({ task_code: '320-3123-010' }),
      await make.task({ task_code: '900-0001-010' }),
    ];
    const product = await make.product();
    const places = {
      shop: await make.facility({ tasks: [cut], facility_code: 'A' }),
      byCode: await make.facility({ tasks: [cut, heat], facility_code: 'B' }),
      byTreatedTask: await make.facility({ tasks: [soak], facility_code: 'C' }),
      byTreatment: await make.facility({ facility_code: 'D' }),
      byProcessing: await make.facility({ facility_code: 'E' }),
      byOtherProcessing: await make.facility({ facility_code: 'F' }),
    };
    await make.heat(product, soak, { facility_id: places.byTreatment });
    await knex('product_processings').insert({ product_id: product, task_id: heat, facility_id: places.byProcessing });
    await knex('product_processings').insert({ product_id: product, task_id: cut, facility_id: places.byOtherProcessing });
    const lot = await make.lot(await make.order());
    for (const facility_id of Object.values(places)) await make.entry(lot, cut, ['2026-04-06 08:00', '2026-04-06 12:00'], { facility_id });
    const able = (
      await knex.raw('select id, array(select task_id from facility_tasks where facility_id = f.id) as task_ids from facilities f')
    ).rows;
    const [tasks, heat_treatments, product_processings] = [
      await knex('tasks'),
      await knex('heat_treatments'),
      await knex('product_processings'),
    ];
    const run = furnaceFacilities({ rows: { tasks, facilities: able, heat_treatments, product_processings } } as unknown as Facts);
    const wanted = [places.byCode, places.byTreatedTask, places.byTreatment, places.byProcessing];
    expect([...run].sort((a, b) => a - b)).toEqual(wanted);
    const today = await todayFacilities(knex, PUBLISHED, '2026-04-06');
    expect(today.filter(({ furnace }) => furnace).map(({ id }) => id)).toEqual(wanted);
    const loads = await loadFacilities(knex, Object.values(places));
    expect(
      loads
        .filter(({ furnace }) => furnace)
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    ).toEqual(wanted);
    expect((await furnaces(knex)).map(({ facility_id }) => facility_id)).toEqual(wanted);
    expect((await furnaceCodes(knex, PUBLISHED)).sort()).toEqual(['B', 'C', 'D', 'E']);
  });

  test('arrangements are read in SQL as in the domain', async () => {
    const asked = WORDS.flatMap((arrangement) => PARTNERS.map((outsourcing_code) => ({ arrangement, outsourcing_code })));
    const { rows } = await database.knex.raw(
      `select is_outsourced(row.arrangement, row.outsourcing_code) as away from jsonb_to_recordset(?::jsonb) as row (arrangement text, outsourcing_code text)`,
      [JSON.stringify(asked)],
    );
    expect(rows).toEqual(asked.map((row) => ({ away: isOutsourced(row) })));
    // The function in SQL folds no arrangement that lacks both of these.
    const { rows: folded } = await database.knex.raw(
      `select chr(code) as char from generate_series(1, 1114111) code where code not between 55296 and 57343 and normalize(chr(code), NFKC) ~ '[外購]'`,
    );
    expect(folded).toEqual([{ char: '外' }, { char: '購' }]);
    const inHouse = WORDS.filter((arrangement) => !isOutsourced({ arrangement, outsourcing_code: '' }));
    expect(inHouse).toEqual(['支給', '内作', '社内', '', '　', '外注品', '?']);
    expect(inHouse.filter((arrangement) => !isKnownArrangement({ arrangement, outsourcing_code: '' }))).toEqual(['外注品', '?']);
    expect(isOutsourced({ arrangement: null, outsourcing_code: null })).toBe(false);
    expect(['焼戻し', '2次焼戻', '焼入れ'].map(isTempering)).toEqual([true, true, false]);
  });
});
