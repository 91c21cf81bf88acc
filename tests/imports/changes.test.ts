import { beforeEach, expect, test } from 'vitest';
import { PUBLISHED } from '../../server/db/plan.ts';
import { changeInWords, changeSentence, takenInWords } from '../../server/domain/files/change-words.ts';
import { type ImportKind, type ImportKindName, importKind } from '../../server/domain/files/imports.ts';
import { ownDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';
import { importer, workbookOf } from './support.ts';

/** What a dry run would change, in the words of panel and command line. */

const database = ownDatabase({ each: true });
let run: ReturnType<typeof importer>;
let make: ReturnType<typeof plantBuilder>;

beforeEach(async () => {
  run = importer(database.knex);
  make = plantBuilder(database.knex);
});

const inWords = async (kind: ImportKindName, rows: Parameters<typeof workbookOf>[1]): Promise<string[]> => {
  const { changed = [] } = await run.file(kind, workbookOf(kind, rows), { dryRun: true });
  return changed.map((change) => changeSentence(importKind(kind) as ImportKind, change));
};

test('dates, marks and texts are said as the screens show them', async () => {
  const lot = await make.lot(await make.order({ serial_number: '02640123' }), '01');
  await make.orderTask(lot, await make.task({ task_code: 'T1' }), { task_sort: 10, order_quantity: 4 });
  const row = {
    ...{ serial_number: '02640123', lot_number: '01', task_sort: 10, task_code: 'T1', arrangement: '外注', setup_hours: 0.5 },
    ...{ work_hours: 1250.5, received: '済', last_reception_date: '2026-03-30', order_quantity: 4, received_quantity: 4 },
  };
  expect(await inWords('order-tasks', [row])).toEqual([
    '02640123-01 10「手配」: (空) → 外注',
    '02640123-01 10「作業時間」: 1.5 → 1,250.5',
    '02640123-01 10「受入」: 未 → 済',
    '02640123-01 10「最終受入日」: (空) → 2026/03/30(月)',
    '02640123-01 10「受入数」: 0 → 4',
  ]);
});

test('recipes that come and go and their weekdays have names', async () => {
  const [normal, old] = [await make.task({ task_code: '320-3123-010' }), await make.task({ task_code: '320-3123-020' })];
  await make.task({ task_code: '320-3123-040' });
  const product = await make.product({ product_code: 'P1' });
  await make.heat(product, normal, { temperature: 900, retention_time: 4, cooling_time: 8, work_settings: ['月', '水'], waiting_days: 1 });
  await make.heat(product, old);
  const recipe = { product_code: 'P1', temperature: 900, retention_time: 4, cooling_method: '空冷' };
  const changes = await inWords('heat-treatments', [
    { ...recipe, task_code: '320-3123-010', cooling_time: 8, waiting_days: 1, work_settings: '' },
  ]);
  expect(changes).toContain('P1 320-3123-010「基本実施曜日」: 月・水 → 毎日');
  expect(changes).toContain('P1 320-3123-020「熱処理」: あり → 削除');
  const product_name = '弁箱';
  const added = await inWords('products', [{ ...recipe, product_name, customer_name: '三河バルブテック', task_code: '320-3123-040' }]);
  expect(added).toContain('P1 320-3123-040「熱処理」: なし → 追加');
});

test('holidays, roles and codes that wake have words too', () => {
  const kind = (name: ImportKindName): ImportKind => importKind(name) as ImportKind;
  expect(changeInWords(kind('holidays'), { key: '2026-05-02', field: 'holidays', old: '2026-05-02', new: null })).toEqual({
    key: '2026/05/02(土)',
    name: '休日',
    old: 'あり',
    new: '削除',
  });
  expect(changeSentence(kind('employees'), { key: '1001', field: 'permission', old: 'manager', new: 'master_admin' })).toBe(
    '1001「権限」: 一般(閲覧) → マスタ管理者',
  );
  // Rows and what they speak of, where that is not one a row.
  const of81 = { row_count: 81, new_count: 0, changed_count: 1, unchanged_count: 38, deleted_count: 2 };
  expect(takenInWords(kind('facilities'), of81, '設備')).toBe('81行(設備 39件)');
  expect(takenInWords(kind('holidays'), { ...of81, row_count: 41 })).toBe('41行');
  expect(takenInWords(kind('facilities'), { row_count: 81, new_count: 0 })).toBe('81行');
  const undone = { row_count: 1, new_count: 0, changed_count: 0, unchanged_count: 0, deleted_count: 1, undoes: 41 };
  expect(takenInWords(kind('orders'), undone)).toBe('1行');
  expect(changeSentence(kind('tasks'), { key: 'T1', field: 'active', old: false, new: true })).toBe('T1「状態」: 廃止 → 使用中');
});

test('every field that a dry run can name has a word', async () => {
  const { TARGETS } = await import('../../server/features/imports/targets.store.ts');
  for (const [name, targets] of Object.entries(TARGETS)) {
    const kind = importKind(name) as ImportKind;
    for (const { table, primary, replaces, columns, wakes } of targets(() => true, PUBLISHED)) {
      const shown = columns.filter((column) => !['product_id', 'product_key', 'session_number'].includes(column));
      const fields = shown.map((column) => ({ task_id: 'task_code', password_hash: 'password' })[column] ?? column);
      const records = !primary || replaces ? [table] : [];
      for (const field of [...fields, ...records, ...(wakes ? ['active'] : [])]) {
        expect(changeInWords(kind, { key: 'K', field, old: null, new: 1 }).name, `${name} ${field}`).not.toBe('項目');
      }
    }
  }
});
