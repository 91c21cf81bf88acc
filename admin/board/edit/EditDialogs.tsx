import Close from '@mui/icons-material/Close';
import Delete from '@mui/icons-material/DeleteOutlined';
import type { ComponentProps } from 'react';
import { Confirm } from 'react-admin';
import { REMOVING } from '../../texts/board/adding.ts';
import { DELETE_TASK } from '../../texts/board/board.ts';
import { isGroup } from '../chart/scene/group/group-move.ts';
import { facilityIn } from '../chart/scene/judging.ts';
import { placeOf } from '../chart/scene/labels.ts';
import type { Jump } from '../search/quick/jump.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { ErrorDialog } from './ErrorDialog.tsx';
import { TaskFormDialog } from './form/TaskFormDialog.tsx';
import { countAlong } from './moves.ts';
import type { useEditing } from './use-editing.ts';

interface Props {
  edit: ReturnType<typeof useEditing>;
  /** Reads what bars are judged against. */
  surroundings: ComponentProps<typeof TaskFormDialog>['surroundings'];
  /** Shows another bar. */
  onJump(jump: Jump): void;
}

/** The dialogs of an edit, one after the other. */
export const EditDialogs = ({ edit, surroundings, onJump }: Props) => {
  const { editing } = edit;
  if (!editing) return <ErrorDialog lines={edit.errors} onClose={edit.closeErrors} />;
  const { bar, change, initial, step } = editing;
  const facility = change ? facilityIn(bar.entry, change.wish, change.judgement.known) : placeOf(bar.entry);
  const leaveTo = (jump: Jump): void => {
    edit.cancel();
    onJump(jump);
  };
  return (
    <>
      {step === 'confirm' && change ? (
        <ChangeDialog
          key={bar.id}
          change={change}
          told={edit.told}
          board={edit.board}
          onJump={leaveTo}
          onCancel={edit.cancel}
          busy={edit.busy}
          onConfirm={() => (isGroup(change) ? void edit.saveGroup() : edit.to('form'))}
        />
      ) : (
        <TaskFormDialog
          key={bar.id}
          bar={bar}
          told={edit.told}
          initial={initial}
          facilityName={facility}
          change={change}
          surroundings={surroundings}
          onJump={leaveTo}
          alongOf={(fields) => countAlong(change, fields)}
          busy={edit.busy}
          onSave={(fields) => void edit.save(fields)}
          onDelete={() => edit.to('delete')}
          onFixHours={() => void edit.fixHours()}
          onCancel={edit.cancel}
        />
      )}
      <Confirm
        isOpen={step === 'delete'}
        title={DELETE_TASK.title}
        content={(bar.entry.origin === 'hand' ? REMOVING.byHand : REMOVING.planned)(bar.entry.unique_order, bar.entry.task_name)}
        confirm={DELETE_TASK.confirm}
        confirmColor="warning"
        ConfirmIcon={Delete}
        CancelIcon={Close}
        loading={edit.busy}
        onConfirm={() => void edit.remove()}
        onClose={() => edit.to('form')}
      />
      <ErrorDialog lines={edit.errors} onClose={edit.closeErrors} />
    </>
  );
};
