import { pick, type Random, streamOf } from '../random.ts';
import type { EmployeeRow, OutsourcingRow } from '../types.ts';

export const DEMO_PASSWORD = 'foundry-demo';

/** The customers with the three letters of their product codes, largest first; every name is invented, 10 % written with ㈱. */
export const CUSTOMERS: readonly (readonly [string, string])[] = [
  ['TKH', '株式会社東海羽根浜ポンプ製作所'],
  ['HKJ', '北霞重機工業株式会社'],
  ['MKV', '三河沢バルブテック株式会社'],
  ['HRA', '播磨野圧延機械株式会社'],
  ['STS', '瀬戸霞船舶機器株式会社'],
  ['JSK', '常霧建機㈱'],
  ['FJP', '藤見霧プラント工業株式会社'],
  ['IWD', '株式会社岩代霞電力機器'],
  ['NTS', '能登霧精機株式会社'],
  ['MNH', '美濃霞破砕機株式会社'],
  ['HGT', '日向霧タービン株式会社'],
  ['JET', '上越霞鉄道部品株式会社'],
  ['SNP', '㈱庄内霧製紙機械'],
  ['KHK', '紀北霞化工機株式会社'],
  ['CKM', '筑後霧鉱山機械株式会社'],
  ['TGN', '津軽霞農機株式会社'],
  ['IBP', '株式会社伊吹霧プレス'],
  ['ESG', '遠州霞減速機株式会社'],
  ['SNK', '讃岐霧水門株式会社'],
  ['TKC', '十勝霞搬送機株式会社'],
];

const PARTNERS = [
  '大葉沢機械加工',
  '小松霞塗装',
  '西霧メッキ',
  '東霞熱処理',
  '柳霧製缶',
  '川霞鋳仕上',
  '野々霧精工',
  '白霞加工所',
  '田霧ショット',
  '藤霞検査',
  '三霧梱包',
  '宮霞木型',
];
/** The twelve partners G001-G012; every name is invented. */
export const demoOutsourcings = (): OutsourcingRow[] =>
  PARTNERS.map((name, index) => ({ outsourcing_code: `G${String(index + 1).padStart(3, '0')}`, name }));

const FAMILY_NAMES = [
  ['桐沢', 'キリサワ'],
  ['早瀬', 'ハヤセ'],
  ['水城', 'ミズキ'],
  ['霧島', 'キリシマ'],
  ['朝比', 'アサヒ'],
  ['草野', 'クサノ'],
  ['鳴海', 'ナルミ'],
  ['若狭', 'ワカサ'],
  ['戸倉', 'トクラ'],
  ['沢渡', 'サワタリ'],
  ['瀬川', 'セガワ'],
  ['髙坂', 'コウサカ'],
] as const;
const GIVEN_NAMES = [
  ['誠', 'マコト'],
  ['美和', 'ミワ'],
  ['拓海', 'タクミ'],
  ['直子', 'ナオコ'],
  ['健', 'ケン'],
  ['涼', 'リョウ'],
  ['千尋', 'チヒロ'],
  ['浩二', 'コウジ'],
] as const;
const HALF_WIDTH_KANA = [
  ['ﾐｽﾞﾉ ｶｵﾙ', '水埜 薫'],
  ['ﾊﾅﾀﾞ ｼﾞｭﾝ', '花田 淳'],
  ['ﾂｷｵｶ ﾏｷ', '月岡 真希'],
] as const;

/** The four users of the README, 1001-1004, and 26 more with leading zeros; every name is invented. */
export function demoEmployees(seed: number): EmployeeRow[] {
  const random: Random = streamOf(seed, 'employees');
  const named = (employee_id: string, permission: EmployeeRow['permission'], names?: readonly [string, string]): EmployeeRow => {
    const [family, familyKana] = pick(random, FAMILY_NAMES);
    const [given, givenKana] = pick(random, GIVEN_NAMES);
    const [name_furigana, name] = names ?? [`${familyKana} ${givenKana}`, `${family} ${given}`];
    return { employee_id, password: DEMO_PASSWORD, name, name_furigana, permission };
  };
  const users = [
    named('1001', 'master_admin'),
    named('1002', 'planning_manager'),
    named('1003', 'outsourcing_manager'),
    named('1004', 'manager'),
  ];
  const others = Array.from({ length: 26 }, (_, index) => {
    const permission = index === 0 ? 'master_admin' : index < 4 ? 'planning_manager' : index < 7 ? 'outsourcing_manager' : 'manager';
    return named(`0${String(index + 1).padStart(3, '0')}`, permission, HALF_WIDTH_KANA[index - 23]);
  });
  return [...users, ...others];
}
