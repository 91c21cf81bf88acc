import { DataTable, EditButton, useGetRecordRepresentation, useRecordContext } from 'react-admin';
import { COMMON } from '../../texts/parts.ts';

const DetailsButton = () => {
  const row = useRecordContext();
  const nameOf = useGetRecordRepresentation();
  return <EditButton label={COMMON.details} icon={null} aria-label={`${nameOf(row)} ${COMMON.details}`} sx={{ minHeight: 30 }} />;
};

/** The last column of a list: the button that leads to a row's own page. */
export const DetailsColumn = () => (
  <DataTable.Col label={COMMON.operation} align="right" sx={{ py: 0 }}>
    <DetailsButton />
  </DataTable.Col>
);
