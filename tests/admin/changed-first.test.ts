import { describe, expect, it } from 'vitest';
import { type Bar, barOf, type Charge, type Entry } from '../../admin/board/chart/scene/bars.ts';
import { barAgain } from '../../admin/board/chart/scene/group/again.ts';
import type { Layout } from '../../admin/board/chart/scene/layout.ts';
import { changedFirst } from '../../admin/board/edit/changed-first.ts';
import { makeEntry } from './board-entries.ts';

const NOTHING = { ...{ started_at: null, finished_at: null, day: null, closed_by: null, planned_start: null, planned_end: null } };
const actual = (more: Partial<NonNullable<Entry['actual']>>): NonNullable<Entry['actual']> => ({
  ...{ ...NOTHING, facility_name: null, worker: null, good: null, defect: null },
  ...more,
});
const was = makeEntry({ task_name: '解枠' });
const AT = '2026-04-01T17:30:00+09:00';

describe('a bar that is changed while its dialog is open', () => {
  const bar = barOf(was, undefined);
  const now = (more: Partial<Entry>): Bar => barOf({ ...was, version: 2, ...more }, undefined);
  const floor = { by: '炉前 次郎', floor: true };
  const other = { by: '炉前 次郎' };
  const begun = { locked: true, actual: actual({ started_at: AT }) };
  const finished = { received_locked: true, actual: actual({ finished_at: AT, closed_by: 'tap', worker: '佐藤' }) };
  const name = '26K01042-01 解枠は、';
  it.each([
    ['begun', now(begun), floor, true, `${name}現場(炉前 次郎)が4/1(水) 17:30に開始したため、変更できません。`],
    ['finished', now(finished), {}, true, `${name}現場(佐藤)が4/1(水) 17:30に終了したため、変更できません。`],
    [
      'finished by a file',
      now({ received_locked: true, actual: actual({ day: '2026-04-01', closed_by: 'file' }) }),
      {},
      false,
      `${name}取込で終了しました。最新の内容を確認してください。`,
    ],
    ['locked', now({ locked: true }), other, true, `${name}炉前 次郎さんがロックしたため、変更できません。`],
    ['moved', now({}), other, false, `${name}炉前 次郎さんが先に変更しました。最新の内容を確認してください。`],
    ['moved by nobody who is known', now({}), {}, false, `${name}他の人が先に変更しました。最新の内容を確認してください。`],
    ['moved in another window', now({}), { by: '計画 花子' }, false, `${name}別の画面で先に変更しました。最新の内容を確認してください。`],
    ['not to be seen any more', undefined, other, true, `${name}炉前 次郎さんが先に変更しました。最新の内容を確認してください。`],
  ] as const)('is said to be %s, and by whom', (_, newer, changer, ends, said) => {
    expect(changedFirst(bar, newer, changer, '計画 花子', ends)).toBe(said);
  });
});

describe('a furnace run that loses lots while it is being moved', () => {
  const run = 77;
  const lot = (id: number): Entry =>
    makeEntry({ id, lot_number: `0${id}`, unique_order: `26K01042-0${id}`, task_name: '焼入れ', furnace_run_id: run });
  const box = (...ids: number[]): Bar & { charge: Charge } => {
    const members = ids.map((id) => ({ entry_id: id, unique_order: lot(id).unique_order }));
    const bar = barOf({ ...lot(ids[0]!), lots: ids.length }, undefined);
    return { ...bar, charge: { run: { id: run, members }, lots: ids.map(lot) } as unknown as Charge };
  };
  const layout = (...bars: Bar[]): Pick<Layout, 'byId'> => ({
    byId: new Map(bars.map((bar) => [bar.id, { bar, row: 0, top: 0, height: 20 }])),
  });

  it('is what is left of it, also where the lot has gone whose number it bore', () => {
    const gone = { ...barOf({ ...lot(1), furnace_run_id: 78 }, undefined) };
    expect(barAgain(box(1, 2, 3), layout(gone, box(2, 3)))?.id).toBe('2');
    expect(barAgain(box(1, 2), layout(gone, box(2)))?.id).toBe('2');
    const whole = box(2, 3);
    const elsewhere = { ...whole, charge: { ...whole.charge, run: { ...whole.charge.run, id: 79 } } };
    expect(barAgain(box(1, 2, 3), layout(elsewhere))).toBe(elsewhere);
    expect(barAgain(box(1, 2), layout())).toBeUndefined();
  });

  it('goes on with these, and names those that have left it', () => {
    const said = changedFirst(box(1, 2, 3), box(2, 3), { by: '炉前 次郎' }, undefined, false);
    expect(said).toBe('26K01042-01は、炉前 次郎さんが炉チャージから外しました。残りの2ロットで続けます。');
  });
});
