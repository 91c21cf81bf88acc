import Box from '@mui/material/Box';
import { Children, isValidElement, type ReactNode } from 'react';
import { Labeled, useRecordContext, useResourceContext } from 'react-admin';
import { shownText } from './lists/Column.tsx';

/** A field of the record as text, in the format that the contract's kind of field has in tables. */
export const FieldText = ({ source }: { source: string }) => {
  const row = useRecordContext();
  const resource = useResourceContext();
  return <span>{row ? shownText(resource, source, row) : ''}</span>;
};

/** Fields of the record to read, each under its label, in as many columns as fit. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 45%), 1fr))', gap: 1.5 }}>
    {Children.toArray(children).map((field) => (isValidElement(field) ? <Labeled key={field.key}>{field}</Labeled> : null))}
  </Box>
);
