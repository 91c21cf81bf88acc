import { EXPORT_GANTT as TEXTS } from '../../../domain/texts/files/exports.ts';
import { PRIORITY_WORDS } from '../../../domain/texts/plan/priority.ts';
import type { Entry } from '../../schedule/read/entries.service.ts';
import type { BarKind } from './styles.ts';

/** Whether the order of an unfinished task is late. */
export const isFlagged = (entry: Pick<Entry, 'received_locked' | 'late_days'>): boolean => !entry.received_locked && entry.late_days > 0;

/** Which fill a task has: finished wins over locked, locked over late, that over outsourced. */
export function groundOf(entry: Pick<Entry, 'received_locked' | 'late_days' | 'locked' | 'outsourced'>): BarKind {
  if (entry.received_locked) return 'finished';
  if (entry.locked) return 'locked';
  if (isFlagged(entry)) return 'late';
  return entry.outsourced ? 'outsourced' : 'normal';
}

type Marked = Pick<Entry, 'received_locked' | 'late_days' | 'locked' | 'priority'>;

/** The marks of a bar in words, so that nothing hangs on a colour. */
export const marksOf = (entry: Marked, continued = false): string =>
  [
    continued ? TEXTS.continued : '',
    entry.priority === 'normal' || entry.received_locked ? '' : PRIORITY_WORDS[entry.priority],
    entry.received_locked ? TEXTS.finished : entry.locked ? TEXTS.locked : '',
    isFlagged(entry) ? TEXTS.late(entry.late_days) : '',
  ]
    .filter((mark) => mark !== '')
    .join(' ');
