import { zipSync } from 'fflate';
import { oneSheet, rawParts } from '../files/raw-workbook.ts';
import { book, csv, grid, type HazardFile, hazard, headersOf, order, spellings, task, utf8 } from './parts.ts';

/** Merges, empty rows, titles, totals, formulas, duplicates, widths of rows. */
const facility = (code: string | null, name: string | null, taskCode: string, count: number | null, weight: number | null) => [
  code,
  name,
  '焼なまし',
  taskCode,
  count,
  weight,
];

const step = (serial: string | null, lot: string | null, sort: number) => [
  ...[serial, lot, '内作', sort, '320-3123-010', null, null, null, 0, 1, 0, 0, null, 4, 0],
];

export function shapeFiles(): HazardFile[] {
  const columns = headersOf('castings');
  const one = ['02640123', '01', { date: '2026-04-20' }] as const;
  const two = ['02640124', '01', { date: '2026-04-21' }] as const;
  const facilities = [
    facility('320-05-01', '1号炉', '320-3123-010', 1, 6000),
    facility(null, null, '320-3123-020', null, null),
    facility(null, null, '320-3123-060', null, null),
  ];
  return [
    hazard(
      'H12 I facilities 3: codes merged over the rows of their tasks',
      book('facilities', facilities, { merges: ['A2:A4', 'B2:B4', 'E2:E4', 'F2:F4'] }),
      {
        values: [
          { facility_code: '320-05-01' },
          { facility_code: '320-05-01', facility_name: '1号炉', availability: 1, max_weight: 6000 },
          { facility_code: '320-05-01' },
        ],
        warnings: ['「設備ｺｰﾄﾞ」の結合セル2行分を、上の行の値で補いました。'],
      },
    ),
    hazard(
      'H12 F castings 0: two headers merged into one',
      oneSheet(grid('製番,,鋳込', '02640123,01,@2026-04-20'), { merges: ['A1:B1'] }),
      { errors: ['「追番」の列が見つかりませんでした。'] },
    ),
    hazard(
      'H12 E castings 2: a merge over values of single rows',
      book('castings', [[...one], ['02640124', '01', null]], { merges: ['C2:C3'] }),
      { errors: ['行3「鋳込」: 結合セル(C2:C3)のため空です。結合を解除し、各行に入力してください。'] },
    ),
    hazard(
      'H12 E castings 4: a block of merged cells is one sentence, however many rows lack their value',
      book('castings', [[...one], ['02640124', '01', null], ['02640125', '01', null], ['02640126', '01', null]], {
        merges: ['C2:C5'],
      }),
      { errors: ['行3〜5「鋳込」: 結合セル(C2:C5)のため空です。結合を解除し、各行に入力してください。'] },
    ),
    hazard(
      'H12 W orders 10: many merges of one column are one sentence',
      book(
        'orders',
        Array.from({ length: 10 }, (_, index) => order({ serial: `0264012${index}`, material: index % 2 === 0 ? 'SC480' : null })),
        { merges: [2, 4, 6, 8, 10].map((row) => `G${row}:G${row + 1}`) },
      ),
      { warnings: ['結合セル(G2:G3、G4:G5、G6:G7ほか2件)の値は先頭の行だけに入ります。'] },
    ),
    hazard(
      'H12 I products 4: a blank under what is a product’s own means as above',
      oneSheet(
        grid(
          '製品ｺｰﾄﾞ,製品名,得意先名,工程ｺｰﾄﾞ,温度',
          'P1,弁箱,三河,320-3123-010,#900',
          'P1,,,320-3123-020,#620',
          'P2,弁ふた,,320-3123-010,#900',
          'P1,,三河,320-3123-060,',
        ),
      ),
      {
        values: [
          {},
          { product_name: '弁箱', customer_name: '三河', temperature: 620 },
          { product_name: '弁ふた', customer_name: '' },
          { product_name: '弁箱', temperature: 0 },
        ],
        warnings: [
          '「製品名」の空欄2行分を、同じ製品ｺｰﾄﾞの上の行の値で補いました。',
          '「得意先名」の空欄1行分を、同じ製品ｺｰﾄﾞの上の行の値で補いました。',
        ],
      },
    ),
    hazard('H13 A castings 1: a million formatted empty rows', emptyTail(), { values: [{ serial_number: '02640123' }] }),
    hazard('H13 I castings 2: empty rows in the middle', book('castings', [[...one], [null], [' ', '', null], [...two]]), {
      values: [{}, { serial_number: '02640124' }],
      warnings: ['途中の空行2件を読み飛ばしました。'],
    }),
    hazard('H13 A castings 1: commas alone at the end of a CSV', utf8(csv('castings', ['02640123,01,2026-04-20', ',,', ',,']))),
    hazard('H14 I castings 1: title rows above', oneSheet([['鋳込予定'], ['出力日', { date: '2026-04-01' }], [...columns], [...one]]), {
      values: [{ casting_date: '2026-04-20' }],
      warnings: ['行3を見出しとして読みました。'],
    }),
    hazard('H14 I castings 1: a title that holds one of the headers', oneSheet([['製番', '一覧'], [...columns], [...one]]), {
      warnings: ['行2を見出しとして読みました。'],
    }),
    hazard(
      'H14 F castings 0: a header beyond the twentieth row',
      oneSheet([...Array.from({ length: 20 }, () => ['表題']), [...columns], [...one]]),
      { errors: ['製番', '追番', '鋳込'].map((column) => `「${column}」の列が見つかりませんでした。`) },
    ),
    hazard(
      'H15 I orders 2: a total in the first column',
      book('orders', [order(), order({ serial: '02640124' }), ['合計', null, null, 8, 240, null, null, null, null]]),
      { warnings: ['合計行1件を読み飛ばしました(行4)。'] },
    ),
    hazard(
      'H15 I castings 2: subtotals with spaces',
      book('castings', [[...one], ['小　計', null, '1件'], [...two], ['総計', null, '2件']]),
      { warnings: ['合計行2件を読み飛ばしました(行3、5)。'] },
    ),
    hazard(
      'H15 A products 1: a product whose name is a total is no total',
      oneSheet(grid('製品名,製品ｺｰﾄﾞ,得意先名', '計,TKH-0412-01,三河')),
      { values: [{ product_code: 'TKH-0412-01', product_name: '計' }] },
    ),
    ...[
      ['見出しの繰り返し', '外注ｺｰﾄﾞ,外注名|\ufeff"外注先コード","外注先名"'],
      ['合計行', '合計,2件|合計|小計：,|★合計,2社|(合計),2|【合計】,2|【合計】,|*** 合計 ***,2件|合計(2件),|■ 総計 ■,\\1，234'],
      ['合計行', '税込合計,2|4月計,2|累計,10|総計（税抜）,12.5|2026年4月分合計,2|外注先数計,2社|TOTAL,2|平均,△1.5'],
      ['明細でない行', '※注,印刷 2026/4/1|※注１：,単位は個|≪以上≫,|-- end --,|以上|以上,|,以上|--- 以上 ---|2件|全 2 件|件数：2'],
      ['明細でない行', '件数,2|(2 rows affected)|2行が選択されました。|EOF|[EOF],|\u001a|1/3|- 1 -|ページ 2|Page 1 of 3|2頁|ページ,1/3'],
      ['明細でない行', '次ページへ続く|※単位はkg|出力日時：2027/04/01 10:00|----,--------|外注一覧,2/3|作成者,山田|出力日,2027/4/1'],
    ].flatMap(([what, lines]) =>
      spellings(lines as string).map((line) =>
        hazard(
          `H15 I outsourcings 2: ${line} between records and under them is none`,
          utf8(['外注一覧,1/3', '外注ｺｰﾄﾞ,外注名', 'K111,北山', line, 'K112,北野', line].join('\r\n')),
          {
            values: [{ outsourcing_code: 'K111', name: '北山' }, { outsourcing_code: 'K112' }],
            warnings: ['行2を見出しとして読みました。', `${what}2件を読み飛ばしました(行4、6)。`],
          },
        ),
      ),
    ),
    hazard(
      'H15 A outsourcings 7: records that only look like lines stay',
      utf8(csv('outsourcings', ['以上,以上工業', 'EOF,合計', '1/3,ページ', '2件,件数', 'END,外注名', 'P1,2', 'K--,---'])),
      { values: ['以上', 'EOF', '1/3', '2件', 'END', 'P1', 'K--'].map((outsourcing_code) => ({ outsourcing_code })) },
    ),
    hazard(
      'H15 A outsourcings 9: records that only look like totals stay',
      utf8(csv('outsourcings', spellings('K1,合計工業|K2,★合計|K3,4月計|累計,累計工業|(合計),北山|合計工業,2|時計,2|※K2,注文|設計,2社'))),
      { values: ['K1', 'K2', 'K3', '累計', '(合計)', '合計工業', '時計', '※K2', '設計'].map((outsourcing_code) => ({ outsourcing_code })) },
    ),
    hazard(
      'H15 A outsourcings 3: a name before its code is no total, however it reads',
      utf8('外注名,外注ｺｰﾄﾞ\r\n★合計,1234\r\n4月計,2\r\n合計,5\r\n'),
      { values: [{ name: '★合計' }, { name: '4月計' }, { name: '合計' }] },
    ),
    hazard(
      'H15 I castings 1: totals with their count in a key column, or with a day',
      utf8(csv('castings', ['02620101,01,2026/4/20', '合計,1件,', '小計,,2026/4/20', '【合計】,,', '4月計,(1件),'])),
      { warnings: ['合計行4件を読み飛ばしました(行3、4、5、6)。'] },
    ),
    hazard(
      'H15 E outsourcings 3: a record that lacks its name is said, not passed over',
      utf8(csv('outsourcings', ['K111,北山', 'K112,', 'P1,'])),
      { errors: ['行3「外注名」: この項目は必須です。', '行4「外注名」: この項目は必須です。'] },
    ),
    hazard(
      'H14 A outsourcings 2: the header of another order of columns in the middle',
      utf8(csv('outsourcings', ['K111,北山', '外注名,外注ｺｰﾄﾞ', '北野,K112'])),
      { errors: ['行3から列の並びが見出し(行1)と異なります。行3から下を別のファイルに分けてください。'] },
    ),
    hazard(
      'H14 I castings 2: a header of two rows once more',
      oneSheet([['製番', '追番', '日程'], [null, null, '鋳込'], [...one], ['製番', '追番', '日程'], [null, null, '鋳込'], [...two]], {
        merges: ['A1:A2', 'B1:B2'],
      }),
      { warnings: ['見出しの繰り返し2件を読み飛ばしました(行4、5)。'] },
    ),
    hazard('H16 W castings 2: rows that a filter hides', book('castings', [[...one], [...two]], { hiddenRows: [3] }), {
      warnings: ['非表示の行が1件あります。取り込み対象に含まれています。'],
      values: [{}, { serial_number: '02640124' }],
    }),
    hazard('H16 W castings 2: all rows hidden', book('castings', [[...one], [...two]], { hiddenRows: [2, 3] }), {
      warnings: ['非表示の行が2件あります。取り込み対象に含まれています。'],
    }),
    hazard('H16 I castings 1: a hidden title row is no row', oneSheet([['題'], [...columns], [...one]], { hiddenRows: [1] }), {
      warnings: ['行2を見出しとして読みました。'],
    }),
    hazard(
      'H18 A orders 1: a formula with its value',
      book('orders', [order({ weight: { formula: 'A1*2', value: 120 }, name: { formula: 'B1&C1', value: '弁箱' } })]),
      { values: [{ weight: 120, product_name: '弁箱' }] },
    ),
    hazard('H18 E orders 1: a formula without a value', book('orders', [order({ weight: { formula: 'A1*2' } })]), {
      errors: ['行2「製番_単重量」: 数式の計算結果がありません。Excelで開いて保存し直してください。'],
    }),
    hazard('H18 E orders 2: error values', book('orders', [order({ name: { error: '#N/A' } }), order({ serial: { error: '#REF!' } })]), {
      errors: ['行2「製品名」: 数式エラー(#N/A)', '行3「製番」: 数式エラー(#REF!)'],
    }),
    hazard('H18 E orders 1: an error value saved as text', book('orders', [order({ name: '#VALUE!' })]), {
      errors: ['行2「製品名」: 数式エラー(#VALUE!)'],
    }),
    hazard('H19 I castings 2: a row twice, the same', book('castings', [[...one], [...one], [...two]]), {
      warnings: ['同じ内容の行が1件あり、1件として取り込みます(行3)。'],
    }),
    hazard('H19 E castings 2: a key twice, not the same', book('castings', [[...one], ['02640123', '01', { date: '2026-04-22' }]]), {
      errors: ['行3「追番」: 「01」が重複しています(行2)。違い: 鋳込「2026/04/20(月)」と「2026/04/22(水)」。'],
    }),
    hazard('H19 E order-tasks 2: a place in the sequence twice', book('order-tasks', [task(), task({ code: '320-3122-010' })]), {
      errors: ['行3「工程順」: 「10」が重複しています(行2)。違い: 工程ｺｰﾄﾞ「320-3121-060」と「320-3122-010」。'],
    }),
    hazard(
      'H19 E products 2: a product that disagrees with itself',
      oneSheet(grid('製品ｺｰﾄﾞ,製品名,得意先名,工程ｺｰﾄﾞ', 'P1,弁箱,三河,320-3123-010', 'P1,弁ふた,三河,320-3123-020')),
      { errors: ['行3「製品ｺｰﾄﾞ」: 「P1」の内容が行2と異なります(製品名「弁箱」と「弁ふた」)。'] },
    ),
    hazard('H20 F castings 0: a header twice', oneSheet(grid('製番,追番,鋳込,鋳込', '02640123,01,#46113,#46114')), {
      errors: ['「鋳込」の列が2つ以上あります。1つにしてください。'],
    }),
    hazard('H20 F tasks 0: a header twice in two widths', oneSheet(grid('製品ｺｰﾄﾞ,製品コード,製品名', '1,2,解枠')), {
      errors: ['「製品ｺｰﾄﾞ」の列が2つ以上あります。1つにしてください。'],
    }),
    hazard('H20 A castings 1: an unknown header twice is nobody’s', oneSheet(grid('製番,追番,鋳込,備考,備考', '02640123,01,#46113,a,b'))),
    hazard('H25 E castings 1: a CSV row too long', utf8(csv('castings', ['02640123,01,2026-04-20,x'])), {
      errors: ['「行2」のサイズはヘッダのサイズと一致していません。'],
    }),
    hazard(
      'H14 I castings 2: a header of two rows, whose cells are merged over both',
      oneSheet([['鋳込予定表', null, null], ['製番', '追番', '予定'], [null, null, '鋳込'], [...one], [...two]], {
        merges: ['A2:A3', 'B2:B3'],
      }),
      {
        values: [{ serial_number: '02640123', casting_date: '2026-04-20' }, { serial_number: '02640124' }],
        warnings: ['行2〜3を見出しとして読みました。'],
      },
    ),
    hazard(
      'H12 E order-tasks 5: order and lot named in the first of their rows alone',
      book('order-tasks', [
        step('02640123', '01', 10),
        step(null, null, 20),
        step(null, '02', 10),
        step(null, null, 20),
        [null, null, '至急'],
      ]),
      {
        values: ['01', '01', '02', '02'].map((lot_number, at) => ({
          serial_number: '02640123',
          lot_number,
          task_sort: at % 2 === 0 ? 10 : 20,
        })),
        warnings: ['「製番」の空欄3行分を、上の行の値で補いました。', '「追番」の空欄2行分を、上の行の値で補いました。'],
        errors: ['製番', '工程順', '工程ｺｰﾄﾞ'].map((column) => `行6「${column}」: この項目は必須です。`),
      },
    ),
    hazard(
      'H02 F orders 0: a header whose name is nearly that of the column',
      oneSheet([headersOf('orders').map((header) => (header === '製番_製品ｺｰﾄﾞ' ? '製品コード' : header)), order()]),
      {
        errors: [
          '「製番_製品ｺｰﾄﾞ」の列が見つかりませんでした。「製品コード」はありますが「製番_製品ｺｰﾄﾞ」ですか。見出しを「製番_製品ｺｰﾄﾞ」にしてください。',
        ],
      },
    ),
    hazard('H21 A castings 1: a text file parted by semicolons', utf8('製番;追番;鋳込\r\n02640123;01;2026/04/20\r\n'), {
      values: [{ serial_number: '02640123', casting_date: '2026-04-20' }],
    }),
    hazard(
      'H19 E castings 2: a key twice whose spellings differ in width alone',
      book('castings', [[...one], ['０２６４０１２３', '01', { date: '2026-04-21' }]]),
      {
        errors: [
          '行3「追番」: 「01」が重複しています(行2)。「02640123」とは全角・半角、大文字・小文字、または記号の字体だけが違います。違い: 鋳込「2026/04/20(月)」と「2026/04/21(火)」。',
        ],
      },
    ),
    hazard('H25 E castings 1: a CSV row too short', utf8(csv('castings', ['02640123,01'])), {
      errors: ['「行2」のサイズはヘッダのサイズと一致していません。'],
    }),
    hazard('H25 E castings 1: a workbook row too long', book('castings', [[...one, 'はみ出し']]), {
      errors: ['「行2」のサイズはヘッダのサイズと一致していません。'],
    }),
    hazard('H25 A orders 1: trailing empty cells that a workbook does not store', book('orders', [order({ casting: null }).slice(0, 8)]), {
      values: [{ casting_date: null }],
    }),
  ];
}

/** A header, a row, and formatted rows without content down to the last one of a sheet. */
function emptyTail(): Uint8Array {
  const rows = Array.from(
    { length: 3_000 },
    (_, index) => `<row r="${1_045_000 + index}" spans="1:3"><c r="A${1_045_000 + index}" s="1"/></row>`,
  ).join('');
  const parts = rawParts({ sheets: [{ name: 'S', rows: [headersOf('castings'), ['02640123', '01', { date: '2026-04-20' }]] }] });
  const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
  return zipSync({ ...parts, 'xl/worksheets/sheet1.xml': utf8(sheet.replace('</sheetData>', `${rows}</sheetData>`)) });
}
