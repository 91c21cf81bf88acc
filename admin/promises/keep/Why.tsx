import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { KEEP } from '../../texts/promises/keep.ts';
import type { Refusal } from './use-holding.ts';

/** Where the sentence has no room beside the button, this stands below it. */
const WHY = {
  flexBasis: '100%',
  py: 0,
  alignItems: 'center',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  '& .MuiAlert-message': { flex: '1 1 200px' },
} as const;

/** Why a day cannot be held; where something else has taken it, it can be asked anew. */
export const Why = ({ refusal: { message, taken }, onAskAgain }: { refusal: Refusal; onAskAgain(): void }) => (
  <Alert
    severity="warning"
    role="alert"
    sx={WHY}
    action={
      taken ? (
        <Button size="small" color="inherit" onClick={onAskAgain}>
          {KEEP.askAgain}
        </Button>
      ) : undefined
    }
  >
    {message}
  </Alert>
);
