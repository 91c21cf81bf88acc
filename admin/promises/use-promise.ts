import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Body } from '../../server/contract/handlers.ts';
import { firstMessage } from '../parts/messages.ts';
import { fieldsOf, messageOf } from '../providers/client.ts';
import { idOf } from '../providers/plan/shown-plan.ts';
import { useCall, useCalls } from '../providers/queries.ts';
import { ANSWER } from '../texts/promises/answer.ts';
import { QUESTION } from '../texts/promises/question.ts';
import type { Answered } from './answered.ts';
import { LIST_KEY, PROMISE_KEY } from './keys.ts';

/** While earlier days are sought. */
const REFRESH_MS = 1_000;

/** Why a question was refused: line by line where it is for what a line says. */
function reasonsOf(error: unknown): string[] {
  const lines = (fieldsOf(error).lines ?? []).flatMap((line, index) =>
    typeof line === 'string' ? [] : Object.values(line).flatMap((messages) => QUESTION.ofLine(index + 1, firstMessage(messages) ?? '')),
  );
  return lines.length > 0 ? lines : [messageOf(error)];
}

/** The answer that the address names, followed while it is refined, and how to ask anew. */
export function usePromise() {
  const [search, setSearch] = useSearchParams();
  const id = idOf(search.get('id'));
  const { call } = useCalls();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const asked = useCall(
    PROMISE_KEY,
    { id: id ?? 0 },
    {
      queryKey: [PROMISE_KEY, id],
      enabled: id !== undefined,
      refetchInterval: ({ state }) => (state.data?.status === 'refining' ? REFRESH_MS : false),
    },
  );
  const answered: Answered | undefined = id === undefined ? undefined : asked.data;
  const ask = async (body: Body<'askPromise'>): Promise<void> => {
    setAsking(true);
    setRefused([]);
    try {
      const found = await call('askPromise', { body });
      queries.setQueryData([PROMISE_KEY, found.id], found);
      void queries.invalidateQueries({ queryKey: [LIST_KEY] });
      setSearch({ id: String(found.id) });
    } catch (error) {
      setRefused(reasonsOf(error));
    }
    setAsking(false);
  };
  const line = Number(search.get('line')) || 1;
  const isGone = asked.error instanceof HttpError && asked.error.status === 404;
  return {
    id,
    answered,
    asking,
    refused,
    isWaiting: id !== undefined && asked.isPending,
    failed: id === undefined || answered || !asked.error ? '' : isGone ? ANSWER.gone : messageOf(asked.error),
    ask,
    /** The line whose answer is shown in full. */
    chosen: answered?.answers.find((one) => one.line === line) ?? answered?.answers[0],
    choose: (next: number): void => {
      if (id !== undefined && next !== line) setSearch({ id: String(id), line: String(next) }, { replace: true });
    },
    clear: (): void => setSearch({}),
  };
}

/** What `usePromise` gives. */
export type Promised = ReturnType<typeof usePromise>;
