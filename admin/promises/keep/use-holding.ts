import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import type { Body, Success } from '../../../server/contract/handlers.ts';
import { SCHEDULE_TEXTS } from '../../../server/domain/texts/plan/schedule.ts';
import { firstMessage } from '../../parts/messages.ts';
import { fieldsOf, messageOf } from '../../providers/client.ts';
import { useReadAnew } from '../../providers/events.ts';
import { useCalls } from '../../providers/queries.ts';
import { freshenPlan } from '../../providers/schedule-writes.ts';
import { KEEP, WISH } from '../../texts/promises/keep.ts';
import { LIST_KEY, PROMISE_KEY } from '../keys.ts';
import { type Held, lastDay } from './held.ts';

/** What becomes other when a day is held, released or ordered. */
const CHANGED = [[PROMISE_KEY], [LIST_KEY]];

/** Follows what others hold, release, and want to be held, and what plans make of it. */
export const useHeldEvents = (): void => useReadAnew(['schedule', 'promise', 'run'], CHANGED);

/** Why a change was refused; `taken`: what was answered may hold no longer, other than while a run is pending. */
export interface Refusal {
  message: string;
  taken: boolean;
}

const refusalOf = (error: unknown): Refusal => ({
  message: Object.values(fieldsOf(error)).flatMap((messages) => firstMessage(messages) ?? [])[0] ?? messageOf(error),
  taken: error instanceof HttpError && error.status === 409 && error.message !== SCHEDULE_TEXTS.pending,
});

function saidKept(orders: Success<'keepPromise'>['results']): string {
  const [until = ''] = orders.flatMap(({ promise }) => (promise ? lastDay(promise) : []));
  const later = orders.find(({ late_days }) => late_days > 0)?.shipping_date ?? null;
  return `${KEEP.saidKept(
    orders.map(({ serial_number }) => serial_number),
    orders.flatMap(({ delivery_date }) => delivery_date ?? []),
    until,
  )}${later === null ? '' : KEEP.saidNotYet(later)}`;
}

/** Holds days, for longer too, releases them, and lets real orders take their place: each says what has happened, and gives why it was refused. */
export function useHolding() {
  const notify = useNotify();
  const queries = useQueryClient();
  const { call } = useCalls();
  const [busy, setBusy] = useState(false);
  const change = async (write: () => Promise<string>): Promise<Refusal | undefined> => {
    setBusy(true);
    const refusal = await write().then((said) => {
      notify(said, { type: 'success' });
      return undefined;
    }, refusalOf);
    // What was refused may be other than it is shown.
    const old = [...CHANGED, ...(refusal ? [] : [['orders']])];
    await Promise.all([...old.map((queryKey) => queries.invalidateQueries({ queryKey })), ...(refusal ? [] : [freshenPlan()])]);
    setBusy(false);
    return refusal;
  };
  return {
    busy,
    hold: (id: number, body: Body<'keepPromise'>) => change(async () => saidKept((await call('keepPromise', { id, body })).results)),
    want: (id: number, wanted: boolean, lines: number[]) =>
      change(async () => {
        await call('wantPromise', { id, body: { wanted, lines } });
        return wanted ? WISH.saidWanted : WISH.saidTakenBack;
      }),
    extend: ({ promise, answer, kept }: Held, days: number) =>
      change(async () => {
        const { answers } = await call('extendPromise', { id: promise.id, body: { days, lines: [answer.line] } });
        const until = answers.find(({ line }) => line === answer.line)?.kept ?? kept;
        return KEEP.saidExtended(kept.serial_number, lastDay(until));
      }),
    release: ({ promise, answer, kept }: Held) =>
      change(async () => {
        await call('releasePromise', { id: promise.id, body: { lines: [answer.line] } });
        return KEEP.saidReleased(kept.serial_number);
      }),
    fulfil: ({ promise, answer, kept }: Held, order: { id: number; serial_number: string } | { serial_number: string }) =>
      change(async () => {
        const { serial_number } = order;
        const named = 'id' in order ? { order_id: order.id } : { serial_number };
        await call('fulfilPromise', { id: promise.id, body: { ...named, line: answer.line } });
        return 'id' in order ? KEEP.saidFulfilled(kept.serial_number, serial_number) : KEEP.saidAwaits(kept.serial_number, serial_number);
      }),
    stopAwaiting: ({ promise, answer, kept: { serial_number, awaits } }: Held) =>
      change(async () => {
        await call('fulfilPromise', { id: promise.id, body: { serial_number: null, line: answer.line } });
        return KEEP.saidStopped(serial_number, awaits ?? '');
      }),
  };
}
