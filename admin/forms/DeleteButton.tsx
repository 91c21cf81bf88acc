import { useState } from 'react';
import { useDelete, useNotify, useRecordContext, useRedirect, useResourceContext } from 'react-admin';
import type { OperationId } from '../../server/contract/handlers.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { RoleButton } from '../parts/RoleButton.tsx';
import { messageOf } from '../providers/client.ts';
import { COMMON } from '../texts/parts.ts';
import { useLeave } from './unsaved.tsx';

/** Deletes the row of the form after a question, then goes where the list is. */
export const DeleteButton = ({ operation, subject, back }: { operation: OperationId; subject: string; back: string }) => {
  const record = useRecordContext();
  const resource = useResourceContext() ?? '';
  const notify = useNotify();
  const redirect = useRedirect();
  const [asking, setAsking] = useState(false);
  const [remove, { isPending }] = useDelete();
  const leave = useLeave();
  if (!record) return null;

  const confirm = () =>
    remove(
      resource,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify(`resources.${resource}.notifications.deleted`, { type: 'success' });
          leave();
          redirect(back);
        },
        onError: (error) => {
          setAsking(false);
          notify(messageOf(error), { type: 'error' });
        },
      },
    );
  return (
    <>
      <RoleButton operation={operation} variant="outlined" color="error" onClick={() => setAsking(true)}>
        {COMMON.delete}
      </RoleButton>
      <ConfirmDialog open={asking} title={COMMON.confirmDelete} busy={isPending} onConfirm={confirm} onCancel={() => setAsking(false)}>
        {subject}
      </ConfirmDialog>
    </>
  );
};
