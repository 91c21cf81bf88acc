/** Words of a move: beside the pointer, in the confirmation, in the bar's row. */
import { formatMonthDay, type Instant, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { moment } from '../../../server/domain/texts/dates.ts';
import { few } from '../../../server/domain/texts/few.ts';
import { daysText, halfDay, lateBy } from './board.ts';

export const MOVE = {
  title: '工程の日程を変更します',
  before: '変更前',
  after: '変更後',
  shipment: '出荷',
  end: '終了',
  confirm: '変更する',
  cancel: 'キャンセル',
  push: '後工程も移動',
  making_room: '後工程の行き先',
  behind: '順に後へ',
  to_free: '空いている所へ',
  shift: 'Shift',
  hint: 'バーはこのまま動かして直せます',
  unmoved: '変更前と同じ所です。バーはこのまま動かせます',
  nothing: '問題はありません',
  clearsTimes: '作業時刻の指定は解除されます',
  leavesRun: '炉チャージから外れます(同じチャージの他のロットはそのまま)',
  cannot: 'この設備ではできません',
  here: '今の設備',
  free: '空き',
  facilities: '移動先の設備',
  reading: '確認しています…',
  stay: '工程は動いていません',
} as const;

/** Words in the red zones of the bar's row. */
export const ZONES = {
  before_previous: '前工程の終了より前',
  after_next: '後工程に重なる',
  closed: '休業',
  deadline: '納期より後',
} as const;

/** Who was first with a bar, before what he did. */
export const FIRST = {
  somebody: '他の人が',
  person: (name: string): string => `${name}さんが`,
  /** The one who looks at it, in another window. */
  oneself: '別の画面で',
  /** By name where the plant says who taps. */
  floor: (name: string | undefined): string => (name ? `現場(${name})が` : '現場が'),
  closed: { hand: undefined, file: '取込で', partner: '外注先の回答で' },
} as const;
const DID = { finished: '終了', begun: '開始', locked: 'ロック', changed: '先に変更' } as const;
/** `026Y0790-01・026Y1085-02`, of many the first three. */
export const lotsNamed = (lots: readonly string[]): string => few(lots, 'ロット');
/** What was done to a bar meanwhile. */
export type Did = keyof typeof DID;

/** What is wrong, and what follows, one line each. */
export const MOVE_LINES = {
  /** Beside how many. */
  contradicting: '矛盾する工程: ',
  /** Where in a sentence it stands what a bar overlaps: `…設備は1台、026Y0430-02 焼ならしと重なります)。`. */
  inside: { bracket: ')。', separator: '、', begin: ' (' },
  overlaps: (bar: string): string => `${bar}と重なります`,
  deadline: (date: PlantDate): string => `納期 ${formatMonthDay(date)}`,
  intime: '間に合います',
  pushes: (count: number, end: string): string => `後工程 ${count}件を後へ送ります(${end})`,
  stays: (day: string): string => `後工程は動かないため、動かすまでこの工程と矛盾します。遅れはこの工程の終了 ${day} で数えています。`,
  /** Before the move there was a day of shipment. */
  noShipment: '工程の順番が前後するため、出荷日は決まりません。終了は最後の工程の日です。',
  locked: (task: string): string => `「${task}」はロック中のため、後へ送れません`,
  noDay: (task: string): string => `「${task}」は始められる日がないため、後へ送れません`,
  /** What somebody did to the bar that is being moved or changed here, when that is known; `ends`: it can not go on. */
  changedFirst: (name: string, who: string, { did, at }: { did: Did; at?: Instant | null | undefined }, ends: boolean): string => {
    const said = `${name}は、${who}${at ? `${moment(at)}に` : ''}${DID[did]}`;
    return ends && did !== 'changed' ? `${said}したため、変更できません。` : `${said}しました。最新の内容を確認してください。`;
  },
  /** Lots of the furnace run that is being moved here have left it; it goes on with so many. */
  left: (names: string, who: string, lots: number): string => `${names}は、${who}炉チャージから外しました。残りの${lots}ロットで続けます。`,
  /** Who deleted the bar that was being moved or changed here. */
  deleted: (name: string, who: string | undefined): string =>
    who === undefined ? `${name}は削除されました。` : `${name}は、${who}削除しました。`,
  /** What is offered since then, by where the bar has come to meanwhile. */
  again: {
    same: '',
    place: '変更前の日時が変わりました。変更後は、置いた日のままです。',
    elsewhere: '変更前の日時が変わりました。置いた日には始められないため、変更後も変わりました。',
    distance: '変更前の日時が変わりました。動かす日数はそのままです。',
  },
  lengthened: (days: number): string => `休日をまたぐため、終了が${days}日延びます。`,
} as const;

/** `12/3(木) 午後`. */
export const halfDayOf = (date: PlantDate, afternoon: boolean): string => `${formatMonthDay(date)} ${halfDay(afternoon)}`;
/** `遅れ 19日`; without lateness 遅れなし. */
export const lateness = (days: number): string => (days > 0 ? lateBy(days) : '遅れなし');
/** `遅れ 19日 → 20日`; unchanged, `遅れ 19日`. */
export const latenessChange = (before: number, after: number): string => {
  if (before === after) return lateness(after);
  return `${lateness(before)} → ${after > 0 ? daysText(after) : 'なし'}`;
};
/** `注意 2件`. */
export const cautions = (count: number): string => `注意 ${count}件`;
/** `3工程、休業日(12/5・12/6)を飛ばします`. */
export const pushNote = (count: number, skipped: readonly PlantDate[]): string => {
  if (count === 0) return '後工程は動きません';
  if (skipped.length === 0) return barsText(count);
  const days = skipped.slice(0, 4).map((date) => `${Number(date.slice(5, 7))}/${Number(date.slice(8))}`);
  return `${barsText(count)}、休業日(${days.join('・')}${skipped.length > 4 ? '…' : ''})を飛ばします`;
};
/** `後工程も移動(入)`. */
export const pushState = (on: boolean): string => `${MOVE.push}(${on ? '入' : '切'})`;
export const CANCEL_KEY = '取り消し';
/** `超過 2/1台`. */
export const overLoad = (taken: number, units: number): string => `超過 ${taken}/${units}台`;
/** `後工程 3件も一緒に移動します。` */
export const movesAlong = (count: number): string => `保存すると、後工程 ${count}件も一緒に移動します。`;

const fits = (what: string, fit: number, all: number): string =>
  fit === 0 ? `そのまま置ける${what}はありません` : `${fit}/${all}${what}はそのまま置けます`;

/** Words of bars that move as one. */
export const GROUP_MOVE = {
  title: '選んだ工程を移動します',
  fits: {
    lots: (fit: number, all: number): string => fits('ロット', fit, all),
    bars: (fit: number, all: number): string => fits('工程', fit, all),
  },
  inTime: '遅れが増える製番はありません',
  later: (orders: number): string => `${orders}製番の遅れが増えます。`,
  worst: (name: string, change: string): string => `最大は ${name}: ${change}`,
  pushes: (count: number): string => `後工程 ${count}件を後へ送ります`,
  left: (bars: number): string => `${bars}工程は元の位置に残ります`,
  kept: (bars: number): string => `ロック中または終了した${bars}工程は動きません`,
  going: (going: number, all: number): string => `動かす工程 ${going}/${all}`,
  all: 'すべての工程',
  untick: (bars: number): string => `合わない${bars}工程を外す`,
  columns: { lot: '製番', task: '工程', before: '変更前', after: '変更後', deadline: '納期', there: '移動先で' },
  /** Which way bars go, by half days with work. */
  by: (halfDays: number): string => (halfDays === 0 ? '移動なし' : `稼働日で ${Math.abs(halfDays) / 2}日${halfDays > 0 ? '後へ' : '前へ'}`),
  steps: { '-2': '1日前へ', '-1': '半日前へ', '1': '半日後へ', '2': '1日後へ' },
  stepping: '移動する日数',
  save: '移動する',
  saved: '移動しました。',
} as const;
/** `3工程`. */
export const barsText = (bars: number): string => `${bars}工程`;

/** Words of bars that are selected. */
export const PICKS = {
  label: '選択した工程',
  count: (bars: number): string => `${bars}工程を選択中`,
  move: '移動',
  lock: 'ロック',
  unlock: 'ロック解除',
  remove: '削除',
  clear: '選択を解除',
  locked: (bars: number): string => `${bars}工程をロックしました。`,
  unlocked: (bars: number): string => `${bars}工程のロックを解除しました。`,
  none_free: '選んだ工程はすべてロックされているため、削除できません。',
  none_locked: '選んだ工程はロックされていません。',
  none_unlocked: '選んだ工程はすべてロックされています。',
  removed: (bars: number): string => `${bars}工程を削除しました。`,
  removeTitle: (bars: number): string => `${bars}工程を削除しますか？`,
  removeText: '次回の立案で、工程情報にある工程は割り付け直されます。手で追加した工程はなくなります。',
  removeKept: (bars: number): string => `ロック中の${bars}工程は削除しません。`,
} as const;
/** The menu of a bar. */
export const BAR_MENU = {
  label: (bar: string): string => `${bar}の操作`,
  open: '開く',
  lock: 'ロックする',
  unlock: 'ロックを解除する',
  pick: '選択する',
  unpick: '選択から外す',
  /** The processes of the lot from this one on, of which each waits for the one before it. */
  following: (lot: string): string => `${lot} のこれ以降を選択`,
} as const;

/** Words of a furnace run that moves as one. */
export const CHARGE_MOVE = {
  title: '炉チャージを移動します',
  left: (lots: number): string => `${lots}ロットは元の炉チャージに残ります`,
  joins: (lots: number, load: string): string => `移動先の炉チャージ(${lots}ロット)に入れます: 合わせて ${load}`,
  apart: (lots: number, load: string): string => `移動先に同じ条件の炉チャージ(${lots}ロット)があります。合わせると ${load}`,
  join: '同じ炉チャージに入れる',
  separate: (at: string): string => `別にする(${at}へ)`,
  leaps: (at: string): string => `台数が足りないため、次に空く ${at}へ移します`,
  joining: '移動先の炉チャージ',
  turn: '入れる/別にする',
  lots: (going: number, all: number): string => `動かすロット ${going}/${all}`,
  all: 'すべてのロット',
  untick: (lots: number): string => `合わない${lots}ロットを外す`,
  columns: { lot: '製番', product: '製品', weight: '重量', previous: '前工程終了', deadline: '納期', there: '移動先で' },
  several: '複数の炉チャージに分かれています',
  saved: '炉チャージを移動しました。',
  there: (temperature: number, lots: number): string => `移動先 ${temperature.toLocaleString('ja-JP')}℃ ${lots}ロット`,
  locked: '炉チャージをロックしました。',
  unlocked: '炉チャージのロックを解除しました。',
} as const;
/** `12ロット · 1,050℃`. */
export const chargeHead = (lots: number, temperature: number): string => `${lots}ロット · ${temperature.toLocaleString('ja-JP')}℃`;
