import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IMPORT_KINDS } from '../../server/domain/files/imports.ts';

/** The strings of both specification documents, character for character, of the screens that exist. */
const SHELL = ['生産計画立案システム', '社員ID', 'ログイン', 'ページが見つけられませんでした。'];
const GANTT = [
  '立案実行 検索 スタックモード 生産計画がありません。立案を行なって下さい。 メッセージがあります。',
  '工程計画が作成されています。しばらくお待ちください。 立案を開始します キャンセル 実行 納期済み なし',
  '該当のデータが存在しません。 工程計画を作成しています。しばらくお待ちください。 開始日を設定して下さい。',
  '終了日を設定して下さい。',
].flatMap((words) => words.split(' '));
const MASTER = [
  'エラー 休日 この項目は必須です。 「{column}」の列が見つかりませんでした。',
  '「行{n}」のサイズはヘッダのサイズと一致していません。 下記のインポートエラーがありました エラーが発生しました。',
  '削除しますか？ 全データを削除しますか？ 休日をインポートしました。 製品をインポートしました。画面がリロードされます。',
  '熱処理情報をインポートしました。画面がリロードされます。 工程をインポートしました。画面がリロードされます。',
  'オーダーをインポートしました。画面がリロードされます。 工程情報をインポートしました。画面がリロードされます。',
  '製品を変更しました。 製品を削除しました。 全オーダー情報を削除しました。画面がリロードされます。',
  '全工程情報を削除しました。画面がリロードされます。 全鋳込み情報を削除しました。画面がリロードされます。',
  '鋳込みをインポートしました。画面がリロードされます。 設備をインポートしました。画面がリロードされます。',
  '社員をインポートしました。画面がリロードされます。 設備を変更しました。 設備を削除しました。 外注を追加しました。',
  '外注を変更しました。 外注を削除しました。 社員を追加しました。 社員を変更しました。 社員を削除しました。',
].flatMap((words) => words.split(' '));
const HEADERS: Record<string, string[]> = {
  holidays: ['日付', '稼働/非稼働区分'],
  products: ['製品ｺｰﾄﾞ', '製品名', '得意先名'],
  'heat-treatments': ['製品ｺｰﾄﾞ', '工程', '設備コード', '解枠時間', '温度', '保持時間', '冷却方法', '冷却時間', '基本実施曜日', '待ち日数'],
  tasks: ['製品ｺｰﾄﾞ', '製品名'],
  orders: ['製番', '製番_製品ｺｰﾄﾞ', '製品名', '発注数', '製番_単重量', '製番_納入状態', '製番_材質名', '製番_製作納期', '納期'],
  castings: ['製番', '追番', '鋳込'],
};

/** Where a text lives: the exported name and the path of keys to it. */
type Home = { file: string; name: string; path: string[] };

function collect(value: unknown, home: Home, into: Map<string, Home[]>): void {
  if (typeof value === 'string') into.set(value, [...(into.get(value) ?? []), home]);
  else if (typeof value === 'function') {
    for (const word of ['{column}', '{n}']) {
      try {
        const text: unknown = (value as (word: string) => unknown)(word);
        if (typeof text === 'string') collect(text, home, into);
      } catch {
        // A sentence that takes something else.
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) collect(one, { ...home, path: [...home.path, key] }, into);
  }
}

async function texts(): Promise<Map<string, Home[]>> {
  const found = new Map<string, Home[]>();
  for (const folder of ['admin/texts', 'server/domain/texts']) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.ts'))) {
      const file = join(folder, name);
      const exported = (await import(join(process.cwd(), file))) as Record<string, unknown>;
      for (const [word, value] of Object.entries(exported)) collect(value, { file, name: word, path: [] }, found);
    }
  }
  return found;
}

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('/texts/'))
    .map((path) => readFileSync(path, 'utf8'));

/** In use: some file imports the texts file by that name and, where the text stands under a key, reads the key (or looks up the whole table). */
function inUse({ file, name, path }: Home, code: readonly string[]): boolean {
  const own = file.split('/texts/').at(-1) as string;
  return code.some((source) => {
    if (!source.includes(`texts/${own}`) && !source.includes(`./${own}`)) return false;
    if (!new RegExp(`\\b${name}\\b`).test(source)) return false;
    const key = path.at(-1);
    if (key === undefined || new RegExp(`\\.${key.replace(/[^\w]/g, '.')}\\b|\\['${key}'\\]`).test(source)) return true;
    return new RegExp(`\\b${name}\\[|\\b${name}\\b[^.\\w]`).test(source);
  });
}

describe('the words of the specification', () => {
  const code = [...sources('admin'), ...sources('server')];

  test('every string stands in a texts file, character for character, and is in use', async () => {
    const found = await texts();
    const wanted = [...SHELL, ...GANTT, ...MASTER];
    const missing = wanted.filter((text) => !found.has(text));
    const unused = wanted.filter((text) => found.has(text) && !found.get(text)?.some((home) => inUse(home, code)));
    expect({ missing, unused }).toEqual({ missing: [], unused: [] });
  });

  test('import headers are those of the specification, in their order', () => {
    for (const [name, headers] of Object.entries(HEADERS)) {
      const kind = IMPORT_KINDS.find((one) => one.name === name);
      const own = kind?.columns.map(({ header }) => header) ?? [];
      expect(own.filter((header) => headers.includes(header)).sort()).toEqual([...headers].sort());
    }
    expect(IMPORT_KINDS.find(({ name }) => name === 'order-tasks')?.columns.filter(({ required }) => required)).toHaveLength(15);
  });
});
