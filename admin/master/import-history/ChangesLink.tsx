import ManageHistory from '@mui/icons-material/ManageHistoryOutlined';
import Button from '@mui/material/Button';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { useMay } from '../../providers/roles.ts';
import { IMPORT_HISTORY as WORDS } from '../../texts/master.ts';

/** 変更履歴 with the records of one import. */
const addressOf = (audit: unknown): string =>
  `/audit?${new URLSearchParams({ filter: JSON.stringify({ part_of: String(audit) }), displayedFilters: '{}' })}`;

/** Leads from an import to what it changed; nothing where it changed nothing, or for whom may not see it. */
export const ChangesLink = ({ short = false }: { short?: boolean }) => {
  const row = useRecordContext();
  const may = useMay('listAudit');
  if (!may || !row?.audit_id) return null;
  return (
    <Button
      component={Link}
      to={addressOf(row.audit_id)}
      {...(short ? {} : { startIcon: <ManageHistory /> })}
      variant={short ? 'text' : 'outlined'}
      aria-label={`${row.file_name} ${WORDS.changes}`}
      onClick={(event) => event.stopPropagation()}
    >
      {short ? WORDS.changesShort : WORDS.changes}
    </Button>
  );
};
