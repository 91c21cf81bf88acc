import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { Form, useSaveContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { BackButton } from '../parts/BackButton.tsx';
import { NotAllowed } from '../parts/RoleButton.tsx';
import { COMMON } from '../texts/parts.ts';
import { Field, type FieldSpec } from './fields.tsx';
import { UnsavedGuard } from './unsaved.tsx';

/** A titled part of a form. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: 2, mb: 1.5, minWidth: 0 }}>
      <Typography component="h2" variant="h2" id={id} sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
};

/** Fields described as data, in a grid of twelve columns. */
export const FieldGrid = ({ fields, disabled, children }: { fields: readonly FieldSpec[]; disabled: boolean; children?: ReactNode }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(12, minmax(0, 1fr))', columnGap: 1.5, rowGap: 0.5 }}>
    {fields.map(({ span = 4, ...field }) => (
      <Box key={field.source} sx={{ gridColumn: { xs: 'span 12', sm: 'span 6', md: `span ${span}` } }}>
        <Field {...field} disabled={disabled} />
      </Box>
    ))}
    {children}
  </Box>
);

/** Saves the form; not while it is invalid or the user only reads. */
const SaveButton = ({ disabled }: { disabled: boolean }) => {
  const { isValid, isSubmitting } = useFormState();
  const { clearErrors } = useFormContext();
  const { saving } = useSaveContext();
  const button = (
    <Button
      type="submit"
      variant="contained"
      disabled={disabled || !isValid}
      loading={saving === true || isSubmitting}
      // A refusal of the server for a field that the form does not show must not hold up the next try.
      onClick={() => clearErrors()}
    >
      {COMMON.save}
    </Button>
  );
  return disabled ? <NotAllowed>{button}</NotAllowed> : button;
};

interface FormFrameProps {
  /** Where the back button leads. */
  back: string;
  readOnly: boolean;
  children: ReactNode;
  defaultValues?: Record<string, unknown>;
  /** Buttons beside the save button. */
  buttons?: ReactNode;
}

/** A form of the admin: its parts, and at its foot the save button and what stands beside it. */
export const FormFrame = ({ back, readOnly, children, defaultValues, buttons }: FormFrameProps) => (
  <Form mode="all" noValidate {...(defaultValues ? { defaultValues } : {})}>
    {readOnly ? null : <UnsavedGuard />}
    <BackButton list={back} />
    {children}
    <Paper variant="outlined" sx={{ p: 1.5, display: 'flex', gap: 1.5, position: 'sticky', bottom: 0, zIndex: 5 }}>
      <SaveButton disabled={readOnly} />
      <span style={{ flex: 1 }} />
      {buttons}
    </Paper>
  </Form>
);

/** What stands while a form's row is on its way. */
export const FormWaiting = () => (
  <Paper variant="outlined" sx={{ p: 2 }} aria-busy="true" aria-label={COMMON.loading} role="status">
    <Skeleton width={120} height={32} />
    <Skeleton height={56} />
    <Skeleton height={56} />
    <Skeleton height={56} width="60%" />
  </Paper>
);
