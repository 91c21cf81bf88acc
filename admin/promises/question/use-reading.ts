import type { ClipboardEvent } from 'react';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { MOST_LINES, pastedRows, type ReadQuestions } from '../../../server/domain/files/promise-rows.ts';
import { plantDate } from '../../../server/domain/ground/plant-time.ts';
import { questionsOf } from '../../imports/reader.ts';
import { now } from '../../providers/clock.ts';
import { QUESTION } from '../../texts/promises/question.ts';
import { emptyQuestion, isFilled, type Question, withRead } from './lines.ts';

/**
 * Lines that come from a spreadsheet: pasted ones go below those that are there, those of a file take their place and are asked at once. One wrong row, and
 * none is taken.
 */
export function useReading(question: Question, onFilled: (question: Question) => void, onAsk: (question: Question) => void) {
  const notify = useNotify();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const take = (read: ReadQuestions, into: Question): Question | undefined => {
    const filled = read.errors.length > 0 ? undefined : withRead(into, read.lines);
    setErrors(read.errors.length > 0 || filled ? read.errors : [QUESTION.full(MOST_LINES)]);
    if (filled) notify([QUESTION.read(read.lines.length), ...read.warnings].join('\n'), { type: 'info', multiLine: true });
    return filled;
  };
  const file = async (chosen: File): Promise<void> => {
    setBusy(true);
    try {
      // A subject that was typed before the file was chosen is meant for it.
      const title = isFilled(question) ? '' : question.title;
      const filled = take(await questionsOf(chosen), { ...emptyQuestion(), title: title || chosen.name.replace(/\.[^.]*$/, '') });
      if (filled) onAsk(filled);
    } catch (error) {
      setErrors([error instanceof Error ? error.message : String(error)]);
    }
    setBusy(false);
  };
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    // A single cell belongs into the field.
    if (!text.includes('\t')) return;
    event.preventDefault();
    const filled = take(pastedRows(text, plantDate(now())), question);
    if (filled) onFilled(filled);
  };
  return { errors, busy, file, paste, forget: (): void => setErrors([]) };
}
