import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTheme as useColors } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { useTheme } from 'react-admin';
import { useSession } from '../providers/session.ts';
import { PRODUCT, ROLE_NAMES, SHELL } from '../texts/shell.ts';

/** Height of the bar; pages that fill the window count with it. */
export const TOP_BAR_PX = 48;

/** The bar with the product's name, who is signed in, and the switch of colours. */
export const TopBar = () => {
  const { user } = useSession();
  const [, setTheme] = useTheme();
  // The colours that are shown: while nothing is chosen, the hook above gives the system's preference, which the admin does not follow.
  const dark = useColors().palette.mode === 'dark';
  const label = dark ? SHELL.light : SHELL.dark;
  return (
    <Box
      component="header"
      sx={{
        height: TOP_BAR_PX,
        px: 2,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        position: 'sticky',
        top: 0,
        zIndex: 1100,
        '@media print': { display: 'none' },
      }}
    >
      <Box sx={{ fontWeight: 700, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}>{PRODUCT}</Box>
      <Box sx={{ flex: 1 }} />
      {user ? (
        <Box sx={{ typography: 'body2', display: 'flex', gap: 1.5, whiteSpace: 'nowrap' }}>
          <Box component="span" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'inline' } }}>
            {ROLE_NAMES[user.permission]}
          </Box>
          <span>{user.name}</span>
        </Box>
      ) : null}
      <Tooltip title={label}>
        <IconButton onClick={() => setTheme(dark ? 'light' : 'dark')} aria-label={label} size="small">
          {dark ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}
        </IconButton>
      </Tooltip>
    </Box>
  );
};
