import Delete from '@mui/icons-material/DeleteOutlined';
import DeleteSweep from '@mui/icons-material/DeleteSweepOutlined';
import Box from '@mui/material/Box';
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

interface DeleteButtonProps {
  operation: OperationId;
  /** The one row that goes; without it all go. */
  id?: number;
  label: string;
  /** What the button is called beside others of its kind. */
  name?: string;
  success: string;
  title?: string;
  /** The sentences of the dialog, with the counts of what will be gone. */
  count: (calls: Calls) => Promise<readonly string[]>;
  /** Instead of reloading the page, once the message could be read. */
  onDeleted?: () => void;
}

/** Removes every row of a kind, or one, after the dialog. */
export const DeleteButton = ({
  operation,
  id,
  label,
  name,
  success,
  title = COMMON.confirmDeleteAll,
  count,
  onDeleted,
}: DeleteButtonProps) => {
  const notify = useNotify();
  const dataProvider = useCalls();
  const [asking, setAsking] = useState(false);
  const counts = useQuery({
    queryKey: ['delete', operation, id],
    queryFn: () => count(dataProvider),
    enabled: asking,
    staleTime: 0,
    gcTime: 0,
  });
  const removal = useMutation({
    mutationFn: () => dataProvider.callRaw(operation, id === undefined ? {} : { id }),
    onSuccess: () => {
      notify(success, { type: 'success' });
      if (onDeleted) onDeleted();
      else setTimeout(() => window.location.reload(), RELOAD_AFTER_IMPORT_MS);
    },
    onError: (error) => notify(messageOf(error), { type: 'error' }),
    onSettled: () => setAsking(false),
  });
  return (
    // A press is none on the row of a list.
    <Box component="span" onClick={(event) => event.stopPropagation()}>
      <RoleButton
        operation={operation}
        variant={id === undefined ? 'outlined' : 'text'}
        color="error"
        startIcon={id === undefined ? <DeleteSweep /> : <Delete />}
        onClick={() => setAsking(true)}
        {...(name ? { 'aria-label': name } : {})}
      >
        {label}
      </RoleButton>
      <Confirm
        isOpen={asking}
        title={title}
        content={(counts.data ?? [ORDER_WORDS.counting]).map((sentence) => <div key={sentence}>{sentence}</div>)}
        confirmColor="warning"
        ConfirmIcon={Delete}
        loading={removal.isPending || removal.isSuccess}
        onConfirm={() => removal.mutate()}
        onClose={() => setAsking(false)}
      />
    </Box>
  );
};

/** The same for all rows, at the top of the page. */
export const DeleteAllButton = (props: DeleteButtonProps) => (
  <PageActions>
    <DeleteButton {...props} />
  </PageActions>
);
