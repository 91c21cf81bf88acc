import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { formatInstant } from '../../../server/domain/ground/plant-time.ts';
import { useCall } from '../../providers/queries.ts';
import { useMay } from '../../providers/roles.ts';
import { EMPLOYEE_WORDS as WORDS } from '../../texts/master.ts';
import { ResetLinkButton } from './ResetLinkButton.tsx';

/** Who asked for a new password; only those see it who may answer. */
export const ResetRequests = () => {
  const may = useMay('listPasswordResetRequests');
  const requests = useCall('listPasswordResetRequests', {}, { enabled: may }).data;
  if (!requests || requests.count === 0) return null;
  return (
    <Alert severity="info" sx={{ mb: 1.5 }}>
      {WORDS.requests(requests.count)}
      <Stack spacing={1} sx={{ mt: 1 }}>
        {requests.results.map((request) => (
          <Stack key={request.id} direction="row" spacing={2} sx={{ alignItems: 'center' }}>
            <span>{`${request.employee_id} ${request.name}`}</span>
            <span>{formatInstant(request.requested_at)}</span>
            <ResetLinkButton employee={request.employee} name={request.name} />
          </Stack>
        ))}
      </Stack>
    </Alert>
  );
};
