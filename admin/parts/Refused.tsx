import Alert from '@mui/material/Alert';

/** A refusal that belongs to no field; nothing without a message. */
export const Refused = ({ message }: { message: string | undefined }) =>
  message ? (
    <Alert severity="error" role="alert" sx={{ py: 0 }}>
      {message}
    </Alert>
  ) : null;
