import ChevronLeft from '@mui/icons-material/ChevronLeft';
import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DRAWER_RAIL_PX, DRAWER_WIDTH_PX } from '../../server/domain/constants.ts';
import { type AppRoute, isActive } from '../routes.tsx';
import { SHELL } from '../texts/shell.ts';
import { DRAWER_COLORS } from './theme.ts';

const itemSx = {
  height: 46,
  px: 0,
  color: DRAWER_COLORS.text,
  borderLeft: '3px solid transparent',
  '&:hover': { bgcolor: '#ffffff14' },
  '&.Mui-selected, &.Mui-selected:hover': { bgcolor: DRAWER_COLORS.active, borderLeftColor: DRAWER_COLORS.accent },
  '&.Mui-focusVisible': { bgcolor: '#ffffff1f', outline: `2px solid ${DRAWER_COLORS.accent}`, outlineOffset: -2 },
} as const;

/** A line above the first entry of a group. */
const groupSx = { borderTop: '1px solid #ffffff24', mt: '5px', pt: '5px' } as const;

const Entry = ({ icon, text, open }: { icon: ReactNode; text: string; open: boolean }) => (
  <>
    <ListItemIcon sx={{ minWidth: DRAWER_RAIL_PX - 3, justifyContent: 'center', color: 'inherit' }}>{icon}</ListItemIcon>
    <ListItemText
      primary={text}
      slotProps={{ primary: { noWrap: true, sx: { fontSize: '0.9rem' } } }}
      sx={{ opacity: open ? 1 : 0, transition: 'opacity 150ms' }}
    />
  </>
);

interface DrawerProps {
  entries: readonly AppRoute[];
  pathname: string;
  open: boolean;
  onToggle(): void;
  onNavigate(): void;
}

/** The menu: a rail of icons that opens to its titles. On narrow screens the open menu lies over the page. */
export const Drawer = ({ entries, pathname, open, onToggle, onNavigate }: DrawerProps) => (
  <Box
    component="nav"
    aria-label={SHELL.menu}
    sx={{
      position: 'fixed',
      inset: '0 auto 0 0',
      width: open ? DRAWER_WIDTH_PX : DRAWER_RAIL_PX,
      transition: 'width 180ms ease',
      bgcolor: DRAWER_COLORS.paper,
      overflow: 'hidden auto',
      zIndex: 1200,
      scrollbarWidth: 'none',
      '@media print': { display: 'none' },
    }}
  >
    <ListItemButton
      component="button"
      onClick={onToggle}
      aria-expanded={open}
      aria-label={open ? SHELL.closeMenu : SHELL.openMenu}
      sx={{ ...itemSx, height: 48, width: '100%', border: 0, bgcolor: 'transparent', font: 'inherit', textAlign: 'left' }}
    >
      <Entry icon={open ? <ChevronLeft /> : <MenuIcon />} text={SHELL.menu} open={open} />
    </ListItemButton>
    <List disablePadding>
      {entries.map((route, index) => {
        const Icon = route.icon ?? 'span';
        const active = isActive(route, pathname);
        return (
          <Box component="li" key={route.path} sx={route.group === entries[index - 1]?.group ? {} : groupSx}>
            <Tooltip title={open ? '' : route.title} placement="right">
              <ListItemButton
                component={Link}
                to={route.path}
                onClick={onNavigate}
                selected={active}
                aria-label={route.title}
                aria-current={active ? 'page' : undefined}
                sx={itemSx}
              >
                <Entry icon={<Icon />} text={route.title} open={open} />
              </ListItemButton>
            </Tooltip>
          </Box>
        );
      })}
    </List>
  </Box>
);
