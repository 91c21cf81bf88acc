import Add from '@mui/icons-material/Add';
import type { OperationId } from '../../server/contract/handlers.ts';
import { PageActions } from '../layout/PageActions.tsx';
import { COMMON } from '../texts/parts.ts';
import { RoleButton } from './RoleButton.tsx';

/** Leads from a list to the form of a new row; other roles find it disabled. */
export const AddButton = ({ operation, to }: { operation: OperationId; to: string }) => (
  <PageActions>
    <RoleButton operation={operation} variant="contained" startIcon={<Add />} to={to}>
      {COMMON.add}
    </RoleButton>
  </PageActions>
);
