import Chip, { type ChipProps } from '@mui/material/Chip';
import { alpha } from '@mui/material/styles';

interface Props {
  color: 'success' | 'error' | 'info';
  label: string;
  icon?: ChipProps['icon'];
  sx?: { height: number; mr: number };
}

/** A short word on the pale colour of what it says. */
export const Mark = ({ color, label, icon, sx }: Props) => (
  <Chip
    {...(icon ? { icon } : {})}
    label={label}
    sx={{
      fontWeight: 600,
      bgcolor: (theme) => alpha(theme.palette[color].main, 0.14),
      color: (theme) => (theme.palette.mode === 'light' ? theme.palette[color].dark : theme.palette[color].main),
      '& .MuiChip-icon': { fontSize: 15, color: 'inherit' },
      ...sx,
    }}
  />
);
