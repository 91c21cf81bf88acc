import type { SxProps, Theme } from '@mui/material/styles';

/** Sizes of a page that is used with gloves: phone first, then from 900 px on. */
export const TARGET_PX = 56;
export const BUTTON_HEIGHT = { xs: 64, md: 80 } as const;
export const ROW_HEIGHT = { xs: 57, md: 65 } as const;

/** Two colours act, in both themes: always with an icon and a word. */
export const START = '#1e6b40';
export const FINISH = '#0b5fa5';

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

/** Chips say a state by word and icon; their colours hold in both themes. */
export const CHIPS = {
  running: { bgcolor: '#cfe3f7', color: '#084a82' },
  waiting: { bgcolor: '#e3e8ef', color: '#33415a' },
  idle: { bgcolor: '#eef1f5', color: '#4a586d' },
  closed: { bgcolor: '#eef1f5', color: '#4a586d' },
  stopped: { bgcolor: '#f6e3c3', color: '#5c3b00' },
  late: { bgcolor: '#fbd9d3', color: '#8c1d16' },
  unsent: { bgcolor: '#ffe7bd', color: '#5c3b00' },
} as const;

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
