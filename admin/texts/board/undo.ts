import { counted } from '../../../server/domain/texts/numbers.ts';
import { choiceIn } from '../../../server/domain/texts/plan/steps.ts';

const nowPublished = (plan: string | undefined): string | undefined => plan && `公開中の計画は${plan}です。`;

/** Words of 元に戻す and やり直す. */
export const UNDO = {
  undo: '元に戻す',
  redo: 'やり直す',
  /** Of a choice of a plan its label would say the contrary: the plan is named on which one is since. */
  undone: (label: string): string => `元に戻しました。${nowPublished(choiceIn(label)?.left) ?? label}`,
  redone: (label: string): string => `やり直しました。${nowPublished(choiceIn(label)?.taken) ?? label}`,
  /** Of a button: what it would do, or why nothing. */
  hint: (what: string, keys: string, label: string): string => `${label} を${what} (${keys})`,
  warning: (sentence: string): string => `・${sentence}`,
  /** The warnings that are not shown at once. */
  more: (count: number): string => `ほか${counted(count)}件を表示`,
  warnings: '注意',
  readOnly: '立案中のため変更できません。',
  elsewhere: '公開中の計画ではないため変更できません。',
  close: '閉じる',
} as const;
