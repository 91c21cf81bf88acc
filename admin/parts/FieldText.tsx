import { useRecordContext, useResourceContext } from 'react-admin';
import { shownText } from './Column.tsx';

/** A field of the record as text, in the format that the contract's kind of field has in tables. */
export const FieldText = ({ source }: { source: string }) => {
  const row = useRecordContext();
  const resource = useResourceContext();
  return <span>{row ? shownText(resource, source, row) : ''}</span>;
};
