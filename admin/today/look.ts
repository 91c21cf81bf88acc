import type { SxProps, Theme } from '@mui/material/styles';
import { type ColorName, tint } from '../layout/palette.ts';

/** Sizes of a page that is used with gloves: phone first, then from 900 px on. */
export const TARGET_PX = 56;
/** Of a furnace's card; what is more than fits on a tablet is scrolled to. */
export const CARD_MIN_PX = 430;
export const BUTTON_HEIGHT = { xs: 64, md: 80 } as const;
export const ROW_HEIGHT = { xs: 57, md: 65 } as const;

export const card = (active: boolean): SxProps<Theme> => ({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  bgcolor: 'background.paper',
  border: active ? 2 : 1,
  borderColor: active ? 'primary.main' : 'divider',
  borderRadius: 2,
  overflow: 'hidden',
});

const on = (ground: ColorName, ink: ColorName) => ({ bgcolor: tint(ground), color: tint(ink) });
/** Chips say a state by word and icon; their colours hold in both themes. */
export const CHIPS = {
  running: on('chip-running', 'chip-running-ink'),
  waiting: on('chip-waiting', 'chip-waiting-ink'),
  idle: on('chip-idle', 'chip-idle-ink'),
  closed: on('chip-idle', 'chip-idle-ink'),
  stopped: on('chip-stopped', 'chip-stopped-ink'),
  late: on('chip-late', 'chip-late-ink'),
  unsent: on('chip-unsent', 'chip-stopped-ink'),
};

export const chip = (kind: keyof typeof CHIPS): SxProps<Theme> => ({
  ...CHIPS[kind],
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.5,
  px: 1.25,
  py: 0.25,
  borderRadius: 4,
  fontSize: '0.85rem',
  fontWeight: 700,
  whiteSpace: 'nowrap',
  '& svg': { fontSize: '1rem' },
});
