import { useEffect, useState } from 'react';
import { useHeldPage } from '../../providers/session.ts';
import type { Answered } from '../answered.ts';
import {
  bodyOf,
  type Draft,
  emptyQuestion,
  filledOf,
  isAnswered,
  isRight,
  type Question,
  questionOf,
  withChange,
  withNewLine,
  withoutLine,
} from './lines.ts';

/** The form of a question, filled with what the answer that is shown was given to. `id`: the one that the address names. */
export function useQuestion(id: number | undefined, answered: Answered | undefined) {
  const [question, setQuestion] = useState<Question>(() => (answered ? questionOf(answered) : emptyQuestion()));
  // What is wrong is said once it was tried to ask.
  const [tried, setTried] = useState(false);
  const [shown, setShown] = useState(answered?.id);
  // Where the keyboard goes on.
  const [added, setAdded] = useState<number>();
  useEffect(() => {
    if (answered?.id === shown || (id !== undefined && answered === undefined)) return;
    setShown(answered?.id);
    setTried(false);
    setAdded(undefined);
    setQuestion(({ lines }) => (answered ? questionOf(answered, lines) : emptyQuestion()));
  }, [id, answered, shown]);
  const isChanged = !isAnswered(question, answered);
  useHeldPage(isChanged && question.lines.some(({ product }) => product !== null));
  /** The question to send; undefined while a line of it is wrong, which is said then. */
  const ready = (asked: Question): ReturnType<typeof bodyOf> | undefined => {
    const filled = filledOf(asked);
    setQuestion(filled);
    setTried(true);
    return filled.lines.every(isRight) ? bodyOf(filled) : undefined;
  };
  return {
    question,
    setQuestion,
    tried,
    isChanged,
    ready,
    setTitle: (title: string): void => setQuestion({ ...question, title }),
    change: (key: number, change: Partial<Draft>): void => setQuestion((now) => withChange(now, key, change)),
    added,
    add: (): void => {
      const more = withNewLine(question);
      setAdded(more.lines.at(-1)?.key);
      setQuestion(more);
    },
    remove: (key: number): void => setQuestion((now) => withoutLine(now, key)),
  };
}

/** What `useQuestion` gives. */
export type QuestionForm = ReturnType<typeof useQuestion>;
