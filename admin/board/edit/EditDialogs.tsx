import Delete from '@mui/icons-material/DeleteOutlined';
import { Confirm } from 'react-admin';
import { REMOVING } from '../../texts/adding.ts';
import { DELETE_TASK } from '../../texts/board.ts';
import { placeOf } from '../chart/labels.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { ErrorDialog } from './ErrorDialog.tsx';
import { TaskFormDialog } from './TaskFormDialog.tsx';
import type { useEditing } from './use-editing.ts';

interface Props {
  edit: ReturnType<typeof useEditing>;
  /** The name of a facility, where rows are facilities. */
  facilityNameOf?(id: number | null): string;
}

/** The dialogs of an edit, one after the other. */
export const EditDialogs = ({ edit, facilityNameOf }: Props) => {
  const { editing } = edit;
  if (!editing) return <ErrorDialog lines={edit.errors} onClose={edit.closeErrors} />;
  const { bar, change, initial, step } = editing;
  const before = placeOf(bar.entry);
  const moved = initial.facility !== bar.entry.facility;
  const after = moved && facilityNameOf ? facilityNameOf(initial.facility) : before;
  return (
    <>
      {step === 'confirm' && change ? (
        <ChangeDialog
          change={change}
          facilities={moved ? { before, after } : undefined}
          onCancel={edit.cancel}
          onConfirm={() => edit.to('form')}
        />
      ) : (
        <TaskFormDialog
          key={bar.id}
          bar={bar}
          initial={initial}
          facilityName={after}
          busy={edit.busy}
          onSave={(fields) => void edit.save(fields)}
          onDelete={() => edit.to('delete')}
          onCancel={edit.cancel}
        />
      )}
      <Confirm
        isOpen={step === 'delete'}
        title={DELETE_TASK.title}
        content={(bar.entry.order_task_id === null ? REMOVING.byHand : REMOVING.planned)(bar.entry.unique_order, bar.entry.task_name)}
        confirm={DELETE_TASK.confirm}
        confirmColor="warning"
        ConfirmIcon={Delete}
        loading={edit.busy}
        onConfirm={() => void edit.remove()}
        onClose={() => edit.to('form')}
      />
      <ErrorDialog lines={edit.errors} onClose={edit.closeErrors} />
    </>
  );
};
