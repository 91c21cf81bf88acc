/** Words of the ways between pages: where a bar leads, the plan of an order. */
export const WAYS = {
  title: '関連する画面',
  gantt: 'ガントチャートで表示',
  calendar: '設備別カレンダーで表示',
  order: 'オーダー詳細',
  product: '製品を開く',
  facility: '設備を開く',
} as const;
