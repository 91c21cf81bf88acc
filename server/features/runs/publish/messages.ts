import type { components } from '../../../contract/types.ts';
import { RUN_MESSAGES, RUN_TEXTS, type RunMessageParams } from '../../../domain/texts/plan/runs.ts';
import type { PlanFigures, PlanMessage } from '../../../scheduling/index.ts';
import type { Moved } from '../../plan/publish.service.ts';

/** A message of a run as it is kept and shown: one sentence, complete by itself. */
export interface RunMessage
  extends Pick<components['schemas']['ScheduleError'], 'level' | 'code' | 'message' | 'order_id' | 'task_id' | 'facility_id'> {
  order_task_ids: readonly number[];
  /** Every order it speaks of, in the order of the sentence. */
  order_ids: readonly number[];
  /** What makes them late, by its code; null where it is about something else. */
  cause: string | null;
}

/** What excludes lots of an order from the plan: an unknown product, no casting date, no processes. */
const EXCLUDED: ReadonlySet<string> = new Set(['E101', 'E102', 'E103']);

/** How many orders have something that is excluded from the plan before anything is placed (立案対象外). */
export const countExcluded = (messages: readonly PlanMessage[]): number =>
  new Set(messages.filter(({ code }) => EXCLUDED.has(code)).flatMap(({ order_ids }) => order_ids)).size;

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** What publishing found out. */
interface Found {
  /** Names of the partners by order task, of those that messages speak of. */
  partners: ReadonlyMap<number, string>;
  /** Order tasks that were deleted while the run worked. */
  vanished: number;
  moved: Pick<Moved, 'count' | 'entries'>;
  /** Late orders of the plan as it was written, and their days: also those of which something has no place. */
  late_orders: number;
  late_days: number;
}

/**
 * The sentences of a run: first how much was planned, then late orders by their days, errors, other warnings, what is only worth knowing, last what moved.
 * The engine has grouped them by cause.
 */
export function messagesOf(
  messages: readonly PlanMessage[],
  figures: PlanFigures,
  { vanished, moved, partners, late_orders, late_days }: Found,
): RunMessage[] {
  const own: PlanMessage[] = [...(vanished > 0 ? [note('warning', 'W212', { count: vanished })] : []), ...movedNote(moved)];
  const counts = { count: figures.tasks, late: late_orders, unplaced: figures.unplaced, excluded_orders: countExcluded(messages) };
  const summary = note('info', 'I301', { ...counts, ...avoidable(figures, { late_orders, late_days }) });
  const days = (message: PlanMessage): number => Number(message.params.late_days ?? 0);
  const sorted = [...messages.map((message) => withPartner(message, partners)), ...own]
    .map((message, position) => ({ message, position }))
    .sort((a, b) => days(b.message) - days(a.message) || RANK[a.message.level] - RANK[b.message.level] || a.position - b.position)
    .map(({ message }) => message);
  return [summary, ...sorted].map(sentence);
}

/**
 * How much of the lateness no other assignment takes away, by cause; nothing where the engine found it of another lateness than that of the plan as it was written:
 * something has no place, or the shop floor went on while the run worked. A plan that an earlier version kept to choose from does not say it.
 */
function avoidable(figures: PlanFigures, { late_orders, late_days }: Pick<Found, 'late_orders' | 'late_days'>): PlanMessage['params'] {
  const { unavoidable, unplaced } = figures as Partial<Pick<PlanFigures, 'unavoidable'>> & PlanFigures;
  if (!unavoidable || late_orders === 0 || unplaced > 0 || late_orders !== figures.late_orders || late_days !== figures.late_days)
    return {};
  return { late_days, own_parts: unavoidable.map(({ part }) => part), own_days: unavoidable.map(({ days }) => days) };
}

/** Whether a message blames a partner, whom the engine knows by the order task only. */
export const blamesPartner = ({ params }: PlanMessage): boolean => params.cause === 'outsourcing_lead';

/** A message that blames partners names them; several by the first two. */
function withPartner(message: PlanMessage, partners: ReadonlyMap<number, string>): PlanMessage {
  if (!blamesPartner(message)) return message;
  const names = [...new Set(message.order_task_ids.flatMap((id) => partners.get(id) ?? []))];
  return names.length === 0 ? message : { ...message, params: { ...message.params, facility_name: RUN_TEXTS.partners(names) } };
}

function movedNote({ count, entries }: Found['moved']): PlanMessage[] {
  const [furthest] = entries;
  if (!furthest) return [];
  const { serial_number, lot_number, task_name, old_start, new_start, order_id } = furthest;
  const params = { count, task_name, lots: [lot_number === '' ? serial_number : `${serial_number}-${lot_number}`], old_start, new_start };
  return [{ ...note('info', 'I306', params), order_id: count === 1 ? order_id : null, order_ids: [order_id] }];
}

/** A message of a run that is about no order. */
export const note = (level: PlanMessage['level'], code: string, params: PlanMessage['params']): PlanMessage => ({
  level,
  code,
  params,
  order_id: null,
  task_id: null,
  facility_id: null,
  order_task_ids: [],
  order_ids: [],
});

function sentence({ level, code, params, order_id, task_id, facility_id, order_task_ids, order_ids }: PlanMessage): RunMessage {
  const say = RUN_MESSAGES[code] ?? RUN_MESSAGES.unknown!;
  const message = say({ code, ...params } as RunMessageParams);
  const cause = typeof params.cause === 'string' ? params.cause : null;
  return { level, code, message, order_id, task_id, facility_id, order_task_ids, order_ids, cause };
}
