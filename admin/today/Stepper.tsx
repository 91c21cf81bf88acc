import Add from '@mui/icons-material/Add';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { TODAY } from '../texts/today.ts';
import { CHIPS, ROW_HEIGHT, TARGET_PX } from './look.ts';

interface Props {
  /** What is counted, for those who do not see it. */
  what: string;
  value: number;
  most: number;
  onChange(value: number): void;
}

const side = {
  width: { xs: TARGET_PX, md: 60 },
  alignSelf: 'stretch',
  minHeight: ROW_HEIGHT,
  borderLeft: 1,
  borderColor: 'divider',
} as const;

/** Good pieces: one tap on − says "2 of 3". */
export const Stepper = ({ what, value, most, onChange }: Props) => (
  <Box sx={{ display: 'flex', alignItems: 'center', alignSelf: 'stretch' }}>
    <ButtonBase
      aria-label={TODAY.less(what)}
      disabled={value <= 0}
      onClick={() => onChange(value - 1)}
      sx={{ ...side, color: value > 0 ? 'primary.main' : 'text.disabled' }}
    >
      <Remove sx={{ fontSize: 30 }} />
    </ButtonBase>
    <Box
      sx={{
        width: { xs: 45, md: 62 },
        textAlign: 'center',
        borderLeft: 1,
        borderColor: 'divider',
        alignSelf: 'stretch',
        display: 'grid',
        alignContent: 'center',
        ...(value < most ? CHIPS.unsent : {}),
      }}
    >
      <Box component="output" aria-label={`${what} ${TODAY.good}`} sx={{ fontSize: { xs: 21, md: 23 }, fontWeight: 700, lineHeight: 1.15 }}>
        {value}
      </Box>
      <Box
        sx={{
          fontSize: { xs: 10.5, md: 12 },
          lineHeight: 1.15,
          color: value < most ? 'inherit' : 'text.secondary',
          whiteSpace: 'nowrap',
        }}
      >
        {TODAY.ofPieces(most)}
      </Box>
    </Box>
    <ButtonBase
      aria-label={TODAY.more(what)}
      disabled={value >= most}
      onClick={() => onChange(value + 1)}
      sx={{ ...side, color: value < most ? 'primary.main' : 'text.disabled' }}
    >
      <Add sx={{ fontSize: 30 }} />
    </ButtonBase>
  </Box>
);
