import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import {
  Confirm,
  Create,
  DeleteWithConfirmButton,
  type DeleteWithConfirmButtonProps,
  Edit,
  Form,
  HttpError,
  SaveButton,
  Toolbar,
  useEditContext,
  useNotify,
  useRedirect,
  useResourceContext,
} from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { OperationId } from '../../server/contract/handlers.ts';
import { BackButton } from '../parts/BackButton.tsx';
import { NotAllowed } from '../parts/RoleButton.tsx';
import { useWayBack } from '../parts/way-back.ts';
import { messageOf, type Refusal } from '../providers/client.ts';
import { useMay } from '../providers/roles.ts';
import { COMMON, FORM } from '../texts/parts.ts';
import { FormMode } from './contract.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Waiting } from './Section.tsx';

/** The framework's toolbar leaves the page on narrow screens; ours stays at the form's foot on all. */
const barSx = {
  '&.RaToolbar-mobileToolbar, &.RaToolbar-desktopToolbar': { position: 'sticky', bottom: 0, zIndex: 5, minHeight: 0, p: 1.5 },
  gap: 1.5,
  flexWrap: 'wrap',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
};

/** Saves the form; not while it is invalid or only read. */
const Save = ({ readOnly }: { readOnly: boolean }) => {
  const { isValid, isSubmitting } = useFormState();
  const { clearErrors } = useFormContext();
  const enabled = !readOnly && isValid && !isSubmitting;
  // A refusal of the server for a field that the form does not show must not hold up the next try.
  const button = <SaveButton alwaysEnable={enabled} disabled={!enabled} icon={null} onClick={() => clearErrors()} />;
  return readOnly ? <NotAllowed>{button}</NotAllowed> : button;
};

/** Whether the fields have been judged once: until then the form's library takes every form for invalid. */
function useJudged(): boolean {
  const [judged, setJudged] = useState(false);
  useEffect(() => {
    // Judging takes promises, but no time: a timer comes after them.
    const timer = setTimeout(() => setJudged(true));
    return () => clearTimeout(timer);
  }, []);
  return judged;
}

/** Why the form cannot be saved, and the way to what is missing: a field that nobody has entered yet says nothing by itself. */
const Incomplete = () => {
  const { isValid, isSubmitting } = useFormState();
  const { trigger } = useFormContext();
  const judged = useJudged();
  if (!judged || isValid || isSubmitting) return null;
  return (
    <Box role="status" sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1, typography: 'body2' }}>
      {FORM.incomplete}
      <Button size="small" onClick={() => void trigger(undefined, { shouldFocus: true })}>
        {FORM.showErrors}
      </Button>
    </Box>
  );
};

/** What a delete asks and does otherwise than all do. */
export type Removal = Pick<DeleteWithConfirmButtonProps, 'confirmTitle' | 'confirmContent' | 'mutationOptions'>;

/** Thrown by a guard of a save that was not wanted after all; nothing is said. */
export class Unasked extends Error {}

/** What follows a save or a delete: react-admin's own sentence as a success (by itself it says `info`), and the way on; the list when none is given. */
function useDone(what: 'created' | 'updated' | 'deleted', goOn?: () => void): () => void {
  const resource = useResourceContext() ?? '';
  const notify = useNotify();
  const redirect = useRedirect();
  return () => {
    notify(`resources.${resource}.notifications.${what}`, { type: 'success' });
    if (goOn) goOn();
    else redirect('list', resource);
  };
}

const Delete = ({ operation, removal }: { operation: OperationId; removal: Removal | undefined }) => {
  const may = useMay(operation);
  const done = useDone('deleted');
  const { reset, getValues } = useFormContext();
  const onSuccess = () => {
    // A row that is gone has no unsaved changes.
    reset(getValues(), { keepValues: true });
    done();
  };
  const options = { confirmColor: 'warning', mutationOptions: { onSuccess }, ...removal } as const;
  // On a narrow screen the framework names it only while it may be used.
  const button = <DeleteWithConfirmButton variant="outlined" disabled={!may} aria-label={COMMON.delete} {...options} />;
  return may ? button : <NotAllowed>{button}</NotAllowed>;
};

/** Asks whether the row that someone else saved first is to be read. */
const Newer = ({ onSeen }: { onSeen(): void }) => {
  const { refetch } = useEditContext();
  const reload = () => {
    onSeen();
    void refetch();
  };
  return (
    <Confirm isOpen title={COMMON.conflict} content={COMMON.conflictHint} confirm={COMMON.reloadRow} onConfirm={reload} onClose={onSeen} />
  );
};

interface FrameProps {
  readOnly?: boolean;
  isNew?: boolean;
  /** Beside the save button. */
  buttons?: ReactNode;
  defaultValues?: object;
  children: ReactNode;
}

/** react-admin's form in our frame: the way back, sections, and at the foot the buttons. */
const Frame = ({ readOnly = false, isNew = false, buttons, defaultValues = {}, children }: FrameProps) => (
  <FormMode value={useMemo(() => ({ readOnly, isNew }), [readOnly, isNew])}>
    <BackButton list={`/${useResourceContext()}`} />
    <Form mode="all" noValidate warnWhenUnsavedChanges WarnWhenUnsavedChangesComponent={LeaveGuard} defaultValues={defaultValues}>
      {children}
      <Toolbar sx={barSx}>
        <Save readOnly={readOnly} />
        {readOnly ? null : <Incomplete />}
        <span style={{ flex: 1 }} />
        {buttons}
      </Toolbar>
    </Form>
  </FormMode>
);

/** Whether every message of a refusal stands under a field. */
const isAtFields = (error: Error): boolean => {
  const errors = error instanceof HttpError ? ((error.body as { errors?: object } | undefined)?.errors ?? {}) : {};
  return Object.keys(errors).length > 0 && !('non_field_errors' in errors);
};

interface EditFormProps extends FrameProps {
  /** Whose roles may save and delete. */
  update: OperationId;
  /** Absent: rows of this kind are not deleted by hand. */
  remove?: OperationId;
  removal?: Removal | undefined;
}

/** The form of one row: saved as a whole, deleted after a question, refused when someone else was first. A save leads where one came from. */
export const EditForm = ({ update, remove, removal, buttons, children }: EditFormProps) => {
  const notify = useNotify();
  const [search] = useSearchParams();
  const [isNewer, setNewer] = useState(false);
  const readOnly = !useMay(update);
  const list = `/${useResourceContext()}`;
  const onSuccess = useDone('updated', useWayBack(search.get('from_gantt') === 'true' ? '/gantt' : list));
  const onError = (error: Error) => {
    if (error instanceof Unasked) return;
    if (error instanceof HttpError && error.status === 409 && (error.body as Refusal).current) setNewer(true);
    else if (!isAtFields(error)) notify(messageOf(error), { type: 'error' });
  };
  const foot = (
    <>
      {buttons}
      {remove ? <Delete operation={remove} removal={removal} /> : null}
    </>
  );
  return (
    <Edit
      component="div"
      mutationMode="pessimistic"
      mutationOptions={{ onError, onSuccess }}
      render={({ record }) => (
        <>
          {record ? (
            <Frame readOnly={readOnly} buttons={foot}>
              {children}
            </Frame>
          ) : (
            <Waiting />
          )}
          {isNewer ? <Newer onSeen={() => setNewer(false)} /> : null}
        </>
      )}
    />
  );
};

/** The form of a new row; a save leads to the list. */
export const CreateForm = (props: FrameProps) => (
  <Create component="div" mutationOptions={{ onSuccess: useDone('created') }}>
    <Frame isNew {...props} />
  </Create>
);
