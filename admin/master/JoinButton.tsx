import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm, useNotify } from 'react-admin';
import type { Success } from '../../server/contract/handlers.ts';
import { RoleButton } from '../parts/RoleButton.tsx';
import { messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { CHECK_WORDS as WORDS } from '../texts/master.ts';

type Finding = Success<'getMasterCheck'>['results'][number];

/** Makes two that are one but for their zeros one, after a question; nothing for another finding. */
export const JoinButton = ({ finding: { join, message } }: { finding: Finding }) => {
  const [asking, setAsking] = useState(false);
  const notify = useNotify();
  const queries = useQueryClient();
  const { call } = useCalls();
  const joining = useMutation({
    mutationFn: () => call('joinDoubles', { body: join as NonNullable<typeof join> }),
    onSuccess: async () => {
      notify(WORDS.joined, { type: 'success' });
      await queries.invalidateQueries({ queryKey: ['master-check'] });
    },
    onError: (error) => notify(messageOf(error), { type: 'error' }),
    onSettled: () => setAsking(false),
  });
  if (!join) return null;
  return (
    <>
      <RoleButton operation="joinDoubles" onClick={() => setAsking(true)} aria-label={`${message} ${WORDS.join}`}>
        {WORDS.join}
      </RoleButton>
      <Confirm
        isOpen={asking}
        title={message}
        content={WORDS.joinHint}
        confirm={WORDS.join}
        loading={joining.isPending}
        onConfirm={() => joining.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
};
