import { type ReactNode, useState } from 'react';
import {
  CreateBase,
  EditBase,
  HttpError,
  type RaRecord,
  RecordContextProvider,
  Title,
  useCreateContext,
  useEditContext,
  useNotify,
  useRedirect,
} from 'react-admin';
import type { OperationId } from '../../server/contract/handlers.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import type { Refusal } from '../providers/client.ts';
import { messageOf } from '../providers/client.ts';
import { useMay } from '../providers/roles.ts';
import { COMMON } from '../texts/parts.ts';
import { DeleteButton } from './DeleteButton.tsx';
import { FormFrame, FormWaiting } from './FormFrame.tsx';
import { LeavingProvider } from './unsaved.tsx';

const hasFieldErrors = (error: unknown): boolean =>
  error instanceof HttpError && Object.keys((error.body as { errors?: object })?.errors ?? {}).length > 0;

const saysGeneral = (error: unknown): boolean => {
  const errors = error instanceof HttpError ? ((error.body as { errors?: Record<string, unknown> })?.errors ?? {}) : {};
  return 'non_field_errors' in errors;
};

interface EditScreenProps {
  resource: string;
  update: OperationId;
  remove: OperationId;
  /** The list, where the back button and a deletion lead. */
  list: string;
  /** Where a save leads; the list when absent. */
  afterSave?: string;
  /** How the delete dialog names the row. */
  subject: (row: RaRecord) => string;
  transform?: (row: RaRecord) => object;
  children: (readOnly: boolean) => ReactNode;
  buttons?: ReactNode;
}

/** The form of one row: saved as a whole, deleted after a question, refused when someone else was first. */
export const EditScreen = ({ resource, update, afterSave, list, transform, ...frame }: EditScreenProps) => {
  const notify = useNotify();
  const redirect = useRedirect();
  const [newer, setNewer] = useState<RaRecord>();
  return (
    <LeavingProvider>
      {(leave) => (
        <EditBase
          resource={resource}
          mutationMode="pessimistic"
          disableAuthentication
          redirect={false}
          {...(transform ? { transform: (row: RaRecord) => transform(row) } : {})}
          mutationOptions={{
            onSuccess: () => {
              notify(`resources.${resource}.notifications.updated`, { type: 'success' });
              leave();
              redirect(afterSave ?? list);
            },
            onError: (error: unknown) => {
              const current = error instanceof HttpError && error.status === 409 ? (error.body as Refusal).current : undefined;
              if (current) setNewer(current as RaRecord);
              else if (!hasFieldErrors(error) || saysGeneral(error)) notify(messageOf(error), { type: 'error' });
            },
          }}
        >
          <EditForm {...frame} update={update} list={list} newer={newer} onNewerSeen={() => setNewer(undefined)} />
        </EditBase>
      )}
    </LeavingProvider>
  );
};

type EditFormProps = Pick<EditScreenProps, 'update' | 'remove' | 'list' | 'subject' | 'children' | 'buttons'> & {
  newer: RaRecord | undefined;
  onNewerSeen(): void;
};

const EditForm = ({ update, remove, list, subject, children, buttons, newer, onNewerSeen }: EditFormProps) => {
  const { record, isPending, refetch, defaultTitle } = useEditContext();
  const readOnly = !useMay(update);
  if (isPending || !record) return <FormWaiting />;
  return (
    <RecordContextProvider value={record}>
      <Title title={defaultTitle} preferenceKey={false} />
      <FormFrame
        key={record.version}
        back={list}
        readOnly={readOnly}
        buttons={
          <>
            {buttons}
            <DeleteButton operation={remove} subject={subject(record)} back={list} />
          </>
        }
      >
        {children(readOnly)}
      </FormFrame>
      <ConfirmDialog
        open={newer !== undefined}
        title={COMMON.conflictHint}
        confirm={COMMON.reloadRow}
        danger={false}
        onCancel={onNewerSeen}
        onConfirm={() => {
          onNewerSeen();
          refetch();
        }}
      />
    </RecordContextProvider>
  );
};

const CreateTitle = () => <Title title={useCreateContext().defaultTitle} preferenceKey={false} />;

interface CreateScreenProps {
  resource: string;
  operation: OperationId;
  list: string;
  defaultValues?: Record<string, unknown>;
  children: (readOnly: boolean) => ReactNode;
}

/** The form of a new row. */
export const CreateScreen = ({ resource, operation, list, defaultValues, children }: CreateScreenProps) => {
  const notify = useNotify();
  const redirect = useRedirect();
  const readOnly = !useMay(operation);
  return (
    <LeavingProvider>
      {(leave) => (
        <CreateBase
          resource={resource}
          redirect={false}
          mutationOptions={{
            onSuccess: () => {
              notify(`resources.${resource}.notifications.created`, { type: 'success' });
              leave();
              redirect(list);
            },
            onError: (error: unknown) => {
              if (!hasFieldErrors(error) || saysGeneral(error)) notify(messageOf(error), { type: 'error' });
            },
          }}
        >
          <CreateTitle />
          <FormFrame back={list} readOnly={readOnly} {...(defaultValues ? { defaultValues } : {})}>
            {children(readOnly)}
          </FormFrame>
        </CreateBase>
      )}
    </LeavingProvider>
  );
};
