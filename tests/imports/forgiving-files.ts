import type { Knex } from 'knex';
import type { ImportKindName } from '../../server/domain/files/imports.ts';
import { oneSheet } from '../files/raw-workbook.ts';
import { book, csv, headersOf, heat, order, task, utf8 } from '../hazards/parts.ts';
import { plantBuilder } from '../support/plant.ts';

/** Files as a morning brings them, and every sentence that each must get, whoever reads it: browser, call or command line. */
export interface ForgivingFile {
  what: string;
  kind: ImportKindName;
  name: string;
  bytes: Uint8Array;
  /** Errors that the file alone tells, so that the preview says them too. */
  errors: readonly string[];
  warnings: readonly string[];
  /** Errors that only the database can know; the same file without the ones above. */
  references?: readonly string[];
}

const TASKS = { '320-3121-060': '解枠', '340-3151-040': '解枠', '320-3123-010': '焼ならし' };

/** What must be there already: two processes of one name, an order, a product. */
export async function forgivingPlant(db: Knex): Promise<void> {
  const make = plantBuilder(db);
  for (const [task_code, task_name] of Object.entries(TASKS)) {
    const known = await db('tasks').where({ task_code }).update({ task_name });
    if (known === 0) await make.task({ task_code, task_name });
  }
  await make.product({ product_code: 'TKH-0412-01' });
  await make.order({ serial_number: '02640123' });
}

const tasksRow = (sort: number, name: string) => task({ sort, code: '320-3123-010' }).map((cell, index) => (index === 5 ? name : cell));

export const FORGIVING_FILES: readonly ForgivingFile[] = [
  {
    what: 'orders: all errors of a row in one sentence, duplicates with what differs, units named, two-digit years read alike',
    kind: 'orders',
    name: 'オーダー.xlsx',
    bytes: book('orders', [
      order({ serial: '02649001', delivery: '26/12/20', casting: '26.12.1' }),
      order({ serial: '02649002', weight: '1.2t', casting: '2026/13/01' }),
      order({ serial: '02649003', casting: '0000/01/01' }),
      order({ serial: '02649004', delivery: null, casting: null }),
      order({ serial: '02649001', number: 5, delivery: '26/12/20', casting: '26.12.1' }),
    ]),
    errors: [
      '行3「製番_単重量」: 「1.2t」は数値ではありません。単位はkgです。 「納期」: 「2026/13/01」は日付として読めません。',
      '行4「納期」: 「0000/01/01」は使えません。2000/01/01〜2100/12/31の日付を入力してください。',
      '行6「製番」: 「02649001」が重複しています(行2)。違い: 発注数「4」と「5」。',
    ],
    warnings: [
      '行2「製番_製作納期」: 「26/12/20」を2026/12/20(日)として読みました。',
      '行2「納期」: 「26.12.1」を2026/12/01(火)として読みました。',
      '行5「製番_製作納期」: 製作納期も鋳込日(納期)もありません。鋳込日が決まるまで立案できません。',
    ],
  },
  {
    what: 'products: a blank means as above, a contradiction is said with its values, once a row',
    kind: 'products',
    name: '製品.xlsx',
    bytes: oneSheet([
      ['製品ｺｰﾄﾞ', '製品名', '得意先名', '工程ｺｰﾄﾞ', '温度'],
      ['TKH-0412-01', '弁箱', '三河', '320-3123-010', 900],
      ['TKH-0412-01', null, null, '340-3151-040', null],
      ['TKH-0412-01', '弁ふた', '豊橋', '320-3121-060', '900F'],
    ]),
    errors: [
      '行4「温度」: 「900F」は数値ではありません。単位は℃です。 「製品ｺｰﾄﾞ」: 「TKH-0412-01」の内容が行2と異なります(製品名「弁箱」と「弁ふた」、得意先名「三河」と「豊橋」)。',
    ],
    warnings: ['「製品名」の空欄1行分を、同じ製品ｺｰﾄﾞの上の行の値で補いました。'],
  },
  {
    what: 'employees: the roles that may be given are named in Japanese',
    kind: 'employees',
    name: '社員.csv',
    bytes: utf8(csv('employees', ['9001,,試験 一郎,シケン イチロウ,社長', '9002,,試験 二郎,シケン ジロウ,外注担当'])),
    errors: ['行2「権限」: 「社長」は読めません。マスタ管理者・生産計画担当・外注担当・一般(閲覧)のいずれかを指定してください。'],
    warnings: [],
  },
  {
    what: 'heat treatments: a name that two processes have is said with both codes, beside the other errors of its row',
    kind: 'heat-treatments',
    name: '熱処理.xlsx',
    bytes: book('heat-treatments', [heat({ task: '解枠', days: '月祝' }), heat(), heat({ task: '解枠', product: 'ZZZ' })]),
    errors: ['行2「基本実施曜日」: 「月祝」は読めません。月〜日の曜日(例: 月水金)、平日、毎日のいずれかを指定してください。'],
    warnings: [],
    references: [
      '行2「基本実施曜日」: 「月祝」は読めません。月〜日の曜日(例: 月水金)、平日、毎日のいずれかを指定してください。 「工程」: 同じ名前の工程が複数あります(320-3121-060, 340-3151-040)。工程コードで指定してください。',
      '行4「製品ｺｰﾄﾞ」: 「ZZZ」は製品に登録されていません。 「工程」: 同じ名前の工程が複数あります(320-3121-060, 340-3151-040)。工程コードで指定してください。',
    ],
  },
  {
    what: 'order tasks: name and code that contradict each other are a warning, once for all rows of the pair',
    kind: 'order-tasks',
    name: '工程情報.xlsx',
    bytes: book('order-tasks', [tasksRow(10, '焼なまし'), tasksRow(20, '焼なまし'), tasksRow(30, '焼ならし')]),
    errors: [],
    warnings: ['行2「工程名」: 「焼なまし」は工程「320-3123-010」の名前「焼ならし」と異なります。(2行)'],
  },
  {
    what: 'a file of another kind is recognised, and both kinds are named',
    kind: 'orders',
    name: '製品一覧.xlsx',
    bytes: oneSheet([headersOf('products'), ['TKH-0412-01', '弁箱', '三河']]),
    errors: ['製品のファイルのようです。オーダーのファイルを選んでください。'],
    warnings: [],
  },
  {
    what: 'a file of facilities on the panel of processes is recognised, though it has their two columns as well',
    kind: 'tasks',
    name: '設備.xlsx',
    bytes: oneSheet([headersOf('facilities'), ['320-05-01', '1号炉', '焼ならし', '320-3123-010', 1, 6000]]),
    errors: ['設備のファイルのようです。工程のファイルを選んでください。'],
    warnings: [],
  },
];
