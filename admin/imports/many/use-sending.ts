import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { WAITING_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import { messageOf } from '../../providers/client.ts';
import { useCalls } from '../../providers/queries.ts';
import { IMPORT } from '../../texts/parts.ts';
import { sendAsShown } from '../as-shown.ts';
import { DRY_RUN_KEY } from '../preview/use-dry-run.ts';
import { type Given, holderOf, type Outcome, type Sending } from './standing.ts';

/** Sends files one after the other, each all or nothing by itself, and none that does more than was shown of it. */
export function useSending(change: (id: number, values: Partial<Given>) => void) {
  const dataProvider = useCalls();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const send = async (chosen: readonly Sending[]): Promise<void> => {
    setBusy(true);
    const written = new Set<number>();
    const one = async (sending: Sending): Promise<Outcome> => {
      const { id, kind, told, seen } = sending;
      const { chosen: file, answer } = seen;
      // It says why in its own row; what refers to it could but be refused.
      const holder = holderOf(sending, written);
      if (holder) return { failure: WAITING_TEXTS.heldBack(holder.file.name), heldBackBy: holder.id };
      try {
        const said = await sendAsShown(dataProvider, kind, file, { told, answer, deleted: answer?.deleted ?? 0 });
        if (said === undefined) return { failure: IMPORT.otherwise };
        if (said.errors.length === 0) written.add(id);
        return { answer: said };
      } catch (error) {
        return { failure: messageOf(error) };
      }
    };
    for (const sending of chosen) change(sending.id, { outcome: await one(sending) });
    void queries.invalidateQueries({ queryKey: DRY_RUN_KEY });
    setBusy(false);
  };
  return { busy, send };
}
