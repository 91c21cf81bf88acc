import { counted } from '../numbers.ts';

/** What a step of the plan's history was, as its label begins. */
export const STEP_KINDS = {
  move: '移動',
  lock: 'ロック',
  unlock: 'ロック解除',
  order_lock: '製番をロック',
  order_unlock: '製番のロックを解除',
  add: '工程の追加',
  delete: '工程の削除',
  work_time: '作業時刻の指定',
  finish: '工程終了',
  unfinish: '工程終了の取り消し',
  adopt: '計画の選択',
} as const;

/** `移動: 026X0420-01 仕上加工 ほか3件`; in a plan beside the published one `【計画①】移動: 026X0420-01 仕上加工`. */
export const stepLabel = (kind: keyof typeof STEP_KINDS, name: string, more: number, beside?: string): string =>
  `${beside === undefined ? '' : `【${beside}】`}${STEP_KINDS[kind]}: ${name}${more > 0 ? ` ほか${counted(more)}件` : ''}`;

/** The plan that was left by a choice, and the one that was taken, by the label of its step; undefined: it is of another one. */
export function choiceIn(label: string): { left: string; taken: string } | undefined {
  const [, left, taken] = label.match(CHOICE) ?? [];
  return left === undefined || taken === undefined ? undefined : { left, taken };
}
const CHOICE = new RegExp(`^${STEP_KINDS.adopt}: (.+) → (.+)$`);

/** Whoever was first with a bar, and with what. */
export const changedFirst = (name: string, person: string, kind: keyof typeof STEP_KINDS): string =>
  `${name}は、${person}さんが先に変更しました(${STEP_KINDS[kind]})。最新の内容を確認してください。`;

/** The two ways through one's own steps. */
const WAYS = { undo: '元に戻せ', redo: 'やり直せ' } as const;
type Way = keyof typeof WAYS;

/** Why there is nothing to take back or do again, or why a step cannot be. */
export const STEP_TEXTS = {
  none: (way: Way): string => `${WAYS[way]}る操作はありません。`,
  planned: (way: Way): string =>
    `立案か計画の選択で計画が替わったため、それより前の操作は${WAYS[way]}ません。前の計画には「計画の一覧」から戻れます。`,
  not_last: 'この操作のあとに別の操作をしたため、ここからは元に戻せません。',
  changed_by: (name: string, person: string, way: Way): string => `${name}は、このあと${person}さんが変更したため、${WAYS[way]}ません。`,
  marked: (name: string, way: Way): string => `${name}は、このあと今日の作業で記録されたため、${WAYS[way]}ません。`,
  changed: (name: string, way: Way): string => `${name}は、このあと変更されたため、${WAYS[way]}ません。`,
  gone: (name: string, way: Way): string => `${name}は、このあと削除されたため、${WAYS[way]}ません。`,
  place_gone: (name: string, way: Way): string => `${name}の製番または工程情報が変わったため、${WAYS[way]}ません。`,
  facility_gone: (name: string, way: Way): string => `${name}の設備が使えなくなったため、${WAYS[way]}ません。`,
  plan_changed: (way: Way): string => `このあと計画が変更されたため、計画の選択は${WAYS[way]}ません。`,
  run_changed: (name: string, way: Way): string => `${name}の炉チャージが変わったため、${WAYS[way]}ません。`,
} as const;
