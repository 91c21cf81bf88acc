import Alert from '@mui/material/Alert';

/** Says that somebody else was first with the bar; what stands around it is of the bar as it is since. */
export const ChangedFirst = ({ told }: { told: string | undefined }) =>
  told === undefined ? null : (
    <Alert severity="warning" sx={{ py: 0, mb: 1 }}>
      {told}
    </Alert>
  );
