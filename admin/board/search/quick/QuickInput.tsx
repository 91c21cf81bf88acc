import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { FIND } from '../../../texts/board/find.ts';

/** The input of the quick field: alike before and after what finds has been loaded. */
export const QuickInput = ({ slotProps, ...props }: TextFieldProps) => (
  <TextField
    {...props}
    fullWidth
    placeholder={FIND.label}
    slotProps={{
      ...slotProps,
      htmlInput: { ...(slotProps?.htmlInput as object), 'aria-label': FIND.label, maxLength: 200 },
      input: {
        ...(slotProps?.input as object),
        startAdornment: (
          <InputAdornment position="start">
            <Search sx={{ fontSize: 19 }} />
          </InputAdornment>
        ),
        endAdornment: (
          <Box component="kbd" aria-hidden sx={keysSx}>
            {FIND.keys}
          </Box>
        ),
      },
    }}
    sx={{
      '& .MuiOutlinedInput-root': { height: 32, p: '0 8px 0 6px !important', fontSize: 13 },
      '& .MuiOutlinedInput-input': { p: '2.5px 4px 2.5px 8px !important' },
    }}
  />
);

const keysSx = {
  display: { xs: 'none', md: 'block' },
  flex: 'none',
  px: 0.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  font: 'inherit',
  fontSize: 11,
  color: 'text.secondary',
} as const;
