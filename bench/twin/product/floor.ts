import { randomUUID } from 'node:crypto';
import { midnightOf } from '../../../seeds/twin/calendar.ts';
import type { World } from '../../../seeds/twin/world.ts';
import { dateOfDay, instantOfMinutes } from '../../../server/domain/ground/plant-time.ts';
import { answersOn } from '../morning.ts';
import type { Evening } from './server.ts';
import type { Wall } from './wall.ts';

interface Tap {
  client_id: string;
  kind: 'start' | 'finish' | 'stop' | 'resume' | 'undo';
  at: string;
  facility: number;
  [more: string]: unknown;
}

/** What became of taps: how many of each answer, and the sentences of those that were refused or contradict the plan. */
export interface Answers {
  readonly counts: Map<string, number>;
  readonly reasons: Map<string, number>;
}

const count = (counts: Map<string, number>, key: string): unknown => counts.set(key, (counts.get(key) ?? 0) + 1);

/** The shop floor as the product hears it: what has happened since it was last asked is tapped, and partners are answered for. */
export function createFloor(world: World, facilities: ReadonlyMap<number, number>) {
  const answers: Answers = { counts: new Map(), reasons: new Map() };
  /** The tap that began a task, by the twin's number. */
  const begun = new Map<number, string>();
  /** The day that the partner of a task has named last; null: none, it has the lot. */
  const answered = new Map<number, string | null>();
  const stops = new Map<string, { saidTo: number; over: boolean }>();
  let told = 0;

  /** Taps in the order in which they happened; `day`: the one that comes next. */
  function taps(wall: Wall, day: number): Tap[] {
    const found: { minute: number; tap: Tap }[] = [];
    const entriesOf = (tasks: readonly number[]) =>
      tasks.flatMap((task) => wall.bars.get(task)?.id ?? []).map((entry_id) => ({ entry_id }));
    const add = (kind: Tap['kind'], minute: number, facility: number, more: object): string => {
      const tap: Tap = {
        client_id: randomUUID(),
        kind,
        at: instantOfMinutes(Math.floor(minute)),
        facility: facilities.get(facility)!,
        ...more,
      };
      found.push({ minute, tap });
      return tap.client_id;
    };
    const start = (tasks: readonly number[], facility: number, minute: number, isCharge: boolean): void => {
      if (tasks.some((task) => begun.has(task))) return;
      const run = isCharge ? { furnace_run: wall.runOf(tasks[0]!) } : {};
      const id = add('start', minute, facility, { entries: entriesOf(tasks), ...run });
      for (const task of tasks) begun.set(task, id);
    };
    const seen = new Set<number>();
    for (const one of world.lived.slice(told)) {
      const mates = one.mates.length > 0 ? one.mates : [one.task];
      if (one.facility === null || seen.has(one.task)) continue;
      for (const mate of one.mates) seen.add(mate);
      const undoes = begun.get(one.task);
      // What has to be done again is no end: what was begun is taken back, and the file says which pieces are there.
      if (!one.good && undoes) add('undo', one.ended, one.facility, { undoes });
      if (!one.good) begun.delete(one.task);
      if (!one.good) continue;
      start(mates, one.facility, one.begun, one.mates.length > 0);
      add('finish', one.ended, one.facility, {
        entries: entriesOf(mates),
        ...(one.mates.length > 0 ? { furnace_run: wall.runOf(one.task) } : {}),
      });
    }
    told = world.lived.length;
    for (const job of world.inHand)
      if (job.facility !== null)
        start(
          job.tasks.map(({ id }) => id),
          job.facility,
          job.begun,
          job.charge !== null,
        );
    for (const { facility, unit, from, to, saidTo } of world.breakdowns) {
      const key = `${facility}/${unit}/${from}`;
      const known = stops.get(key);
      if (from >= day || known?.over) continue;
      if (to < day) {
        if (known) add('resume', midnightOf(day) - 60, facility, { unit });
        stops.set(key, { saidTo, over: true });
      } else if (!known || known.saidTo < day) {
        const until = Math.max(saidTo, day);
        add('stop', midnightOf(day) - 60, facility, { unit, stop: 'breakdown', resumes_on: dateOfDay(until + 1) });
        stops.set(key, { saidTo: until, over: false });
      }
    }
    return found.sort((a, b) => a.minute - b.minute).map(({ tap }) => tap);
  }

  /** Says that lots went to their partners, and the day that one names that will be late. */
  async function tellPartners({ call }: Evening, wall: Wall, day: number): Promise<void> {
    for (const { order_task_id: task, handed_on, answered_date } of answersOn(world, day)) {
      const order_task_id = wall.bars.get(task)?.id;
      if (order_task_id === undefined || answered.get(task) === answered_date) continue;
      answered.set(task, answered_date);
      await call('/outsourcing-work/answer/', { order_task_id, handed_on, ...(answered_date && { answered_date }) });
    }
  }

  return {
    answers,
    /** Tells the product what has happened, in the evening before a day. */
    async tell(evening: Evening, wall: Wall, day: number): Promise<void> {
      for (const tap of taps(wall, day)) {
        const { result, reason } = await evening.call<{ result: string; reason: string | null }>('/marks/', tap);
        count(answers.counts, `${tap.kind} ${result}`);
        if (reason) count(answers.reasons, `${result}: ${reason.replaceAll(/[0-9][0-9A-Z-]{5,}/g, '…')}`);
      }
      await tellPartners(evening, wall, day);
    },
  };
}
