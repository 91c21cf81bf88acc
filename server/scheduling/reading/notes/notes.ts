import type { PlanMessage } from '../../solution.ts';

/** How many names a grouped message lists; the rest is a count. */
const NAMES_LISTED = 10;

type Params = Record<string, string | number | null | readonly (string | number)[]>;

/** Subject of a message: an order, a task, a facility, the rows it names. */
export interface NoteSubject {
  /** Name of the lot or order, "serial-lot". */
  readonly lot?: string;
  readonly order_id?: number;
  readonly task_id?: number;
  readonly facility_id?: number;
  readonly order_task_ids?: readonly number[];
}

/**
 * Collects messages and groups them by cause: notes of one code and one key become one message whose params hold `count` and the first names (`lots`).
 * Levels by the first letter of the code: E error, W warning, I information.
 */
export interface Notes {
  add(code: string, key: string, params: Params, subject: NoteSubject): void;
  messages(): PlanMessage[];
}

interface Group {
  code: string;
  params: Params;
  lots: Set<string>;
  nameless: number;
  subjects: NoteSubject[];
  rows: number[];
}

export function createNotes(): Notes {
  const groups = new Map<string, Group>();
  return {
    add(code, key, params, subject) {
      const id = `${code}/${key}`;
      let group = groups.get(id);
      if (!group) {
        group = { code, params, lots: new Set(), nameless: 0, subjects: [], rows: [] };
        groups.set(id, group);
      }
      if (subject.lot === undefined) group.nameless += 1;
      else group.lots.add(subject.lot);
      group.subjects.push(subject);
      for (const row of subject.order_task_ids ?? []) group.rows.push(row);
    },
    messages: () => [...groups.values()].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)).map(messageOf),
  };
}

function messageOf({ code, params, lots, nameless, subjects, rows }: Group): PlanMessage {
  return {
    level: code.startsWith('E') ? 'error' : code.startsWith('W') ? 'warning' : 'info',
    code,
    params: { ...params, lots: [...lots].slice(0, NAMES_LISTED), count: lots.size + nameless },
    order_id: common(subjects.map((subject) => subject.order_id)),
    task_id: common(subjects.map((subject) => subject.task_id)),
    facility_id: common(subjects.map((subject) => subject.facility_id)),
    order_task_ids: rows,
    order_ids: [...new Set(subjects.flatMap((subject) => subject.order_id ?? []))],
  };
}

/** The value all subjects share, null where they differ. */
function common(values: readonly (number | undefined)[]): number | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}
