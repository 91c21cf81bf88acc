/** Words of the ways between pages: where a bar leads, the plan of an order. */
export const WAYS = {
  title: '関連する画面',
  gantt: 'ガントチャートで表示',
  calendar: '設備別カレンダーで表示',
  order: 'オーダー詳細',
  product: '製品を開く',
  facility: '設備を開く',
} as const;

/** The plan of an order, to be read by whoever asks when it ships. */
export const ORDER_PLAN = {
  title: '出荷予定',
  shipping: '出荷予定日',
  shipped: '全工程が完了しています',
  delivered: (status: string): string => `納入状態が「${status}」のため、完了として扱います`,
  undecided: '未定',
  unplanned: (count: number): string => `計画されていない工程が${count}件あるため、出荷予定日は決まっていません。`,
  crossed: '前工程が終わる前に始まる工程があるため、出荷予定日は決まっていません。',
  none: '生産計画がありません。立案すると出荷予定日が決まります。',
  deadline: '納期',
  noDeadline: '納期がありません',
  late: '遅れ',
  days: (days: number): string => `${days}日`,
  daysEarly: (days: number): string => (days === 0 ? '納期内(当日)' : `納期内(${days}日前)`),
  cause: '主な原因',
  lateBy: (days: number): string => `納期に${days}日遅れます`,
  lot: (lot: string): string => (lot === '' ? '追番なし' : `追番 ${lot}`),
  progress: (finished: number, all: number): string => `完了 ${finished}/${all}工程`,
  ends: (day: string): string => `最終工程の終了 ${day}`,
  columns: { sort: '工程順', task: '工程名', place: '設備・外注先', start: '開始', end: '終了', state: '状態', ways: '表示' },
  gantt: 'ガント',
  calendar: 'カレンダー',
  notPlanned: '未計画',
  received: '受入済み',
  locked: 'ロック中',
  pastDeadline: '納期後',
} as const;
