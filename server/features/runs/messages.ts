import { RUN_MESSAGES, type RunMessageParams } from '../../domain/texts/runs.ts';
import type { PlanFigures, PlanMessage } from '../../scheduling/index.ts';

/** A message of a run as it is kept and shown: one sentence, complete by itself. */
export interface RunMessage {
  level: 'error' | 'warning' | 'info';
  code: string;
  message: string;
  order_id: number | null;
  task_id: number | null;
  facility_id: number | null;
  order_task_ids: readonly number[];
}

const RANK = { error: 0, warning: 1, info: 2 } as const;

/**
 * The sentences of a run: errors first, then late orders by their days, then other warnings, then what is only worth knowing, last how much
 * was planned. The engine has grouped them by cause. `vanished`: order tasks that were deleted while the run worked.
 */
export function messagesOf(messages: readonly PlanMessage[], figures: PlanFigures, vanished: number): RunMessage[] {
  const own: PlanMessage[] = [
    ...(vanished > 0 ? [note('warning', 'W212', { count: vanished })] : []),
    note('info', 'I301', { count: figures.tasks, late: figures.late_orders, unplaced: figures.unplaced }),
  ];
  const days = (message: PlanMessage): number => Number(message.params.late_days ?? 0);
  return [...messages, ...own]
    .map((message, position) => ({ message, position }))
    .sort((a, b) => RANK[a.message.level] - RANK[b.message.level] || days(b.message) - days(a.message) || a.position - b.position)
    .map(({ message }) => sentence(message));
}

const note = (level: PlanMessage['level'], code: string, params: PlanMessage['params']): PlanMessage => ({
  level,
  code,
  params,
  order_id: null,
  task_id: null,
  facility_id: null,
  order_task_ids: [],
});

function sentence({ level, code, params, order_id, task_id, facility_id, order_task_ids }: PlanMessage): RunMessage {
  const say = RUN_MESSAGES[code] ?? RUN_MESSAGES.unknown!;
  return { level, code, message: say({ code, ...params } as RunMessageParams), order_id, task_id, facility_id, order_task_ids };
}
