import { useMutation } from '@tanstack/react-query';
import { Confirm, useNotify } from 'react-admin';
import { messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { COMMON } from '../texts/parts.ts';
import { TERMINALS as WORDS } from '../texts/terminals.ts';
import type { Terminal } from './terminal.ts';

/** Cuts a terminal off, once that is confirmed. */
export const RemoveDialog = ({ terminal, onClose }: { terminal: Terminal; onClose(said?: string): void }) => {
  const { call } = useCalls();
  const notify = useNotify();
  const removal = useMutation({
    mutationFn: () => call('deleteTerminal', { id: terminal.id, query: { version: terminal.version } }),
    onSuccess: () => onClose(WORDS.removed),
    onError: (error) => {
      notify(messageOf(error), { type: 'error' });
      onClose();
    },
  });
  return (
    <Confirm
      isOpen
      loading={removal.isPending}
      title={WORDS.removeAsk(terminal.name)}
      content={WORDS.removeHint}
      confirm={WORDS.remove}
      confirmColor="warning"
      cancel={COMMON.cancel}
      onConfirm={() => removal.mutate()}
      onClose={() => onClose()}
    />
  );
};
