import Delete from '@mui/icons-material/DeleteOutlined';
import DeleteSweep from '@mui/icons-material/DeleteSweepOutlined';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm, useNotify } from 'react-admin';
import type { OperationId } from '../../server/contract/handlers.ts';
import { RELOAD_AFTER_IMPORT_MS } from '../../server/domain/ground/constants.ts';
import { PageActions } from '../layout/PageActions.tsx';
import { RoleButton } from '../parts/RoleButton.tsx';
import { messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { ORDER_WORDS } from '../texts/master.ts';
import { COMMON } from '../texts/parts.ts';
import type { Calls } from './counts.ts';

interface DeleteAllButtonProps {
  operation: OperationId;
  label: string;
  success: string;
  /** The sentences of the dialog, with the counts of what will be gone. */
  count: (calls: Calls) => Promise<readonly string[]>;
}

/** Removes every row of a kind after the dialog; the page reloads once the message could be read. */
export const DeleteAllButton = ({ operation, label, success, count }: DeleteAllButtonProps) => {
  const notify = useNotify();
  const dataProvider = useCalls();
  const [asking, setAsking] = useState(false);
  const counts = useQuery({
    queryKey: ['delete-all', operation],
    queryFn: () => count(dataProvider),
    enabled: asking,
    staleTime: 0,
    gcTime: 0,
  });
  const removal = useMutation({
    mutationFn: () => dataProvider.callRaw(operation),
    onSuccess: () => {
      notify(success, { type: 'success' });
      setTimeout(() => window.location.reload(), RELOAD_AFTER_IMPORT_MS);
    },
    onError: (error) => notify(messageOf(error), { type: 'error' }),
    onSettled: () => setAsking(false),
  });
  return (
    <PageActions>
      <RoleButton operation={operation} variant="outlined" color="error" startIcon={<DeleteSweep />} onClick={() => setAsking(true)}>
        {label}
      </RoleButton>
      <Confirm
        isOpen={asking}
        title={COMMON.confirmDeleteAll}
        content={(counts.data ?? [ORDER_WORDS.counting]).map((sentence) => <div key={sentence}>{sentence}</div>)}
        confirmColor="warning"
        ConfirmIcon={Delete}
        loading={removal.isPending || removal.isSuccess}
        onConfirm={() => removal.mutate()}
        onClose={() => setAsking(false)}
      />
    </PageActions>
  );
};
