/** A process that no file brought: somebody added it. */
export const BY_HAND = {
  mark: '手',
  title: '手で追加した工程',
  /** In 備考 of a workbook. */
  remark: '手で追加',
} as const;

/** `仕上加工(手)` of a process that was added by hand; any other by its name alone. */
export const markedName = ({ task_name, origin }: { task_name: string; origin: 'file' | 'hand' }): string =>
  origin === 'hand' ? `${task_name}(${BY_HAND.mark})` : task_name;
