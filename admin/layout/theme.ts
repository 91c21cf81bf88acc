import type { RaThemeOptions } from 'react-admin';
import { DIALOG_Z_INDEX, SELECT_MENU_MAX_HEIGHT_PX } from '../../server/domain/constants.ts';

/** The drawer is dark in both themes. */
export const DRAWER_COLORS = {
  paper: '#182230',
  hover: '#22304280',
  active: '#24476a',
  accent: '#7fb8ea',
  text: '#e6ebf2',
  muted: '#a9b6c6',
} as const;

const FONTS = '"Noto Sans JP","Noto Sans CJK JP","BIZ UDPGothic","Yu Gothic UI","Meiryo",sans-serif';

interface Colors {
  page: string;
  paper: string;
  ink: string;
  soft: string;
  line: string;
  /** Edges of inputs: three to one against the paper. */
  edge: string;
  head: string;
  hover: string;
  primary: string;
  primaryDark: string;
  onPrimary: string;
  error: string;
  warning: string;
  success: string;
  info: string;
}

const LIGHT: Colors = {
  page: '#f3f5f8',
  paper: '#ffffff',
  ink: '#1f2a37',
  soft: '#55637a',
  line: '#dbe1e9',
  edge: '#8592a3',
  head: '#f7f9fb',
  hover: '#f0f5fb',
  primary: '#0b5fa5',
  primaryDark: '#084a82',
  onPrimary: '#ffffff',
  error: '#b3261e',
  warning: '#8a5a00',
  success: '#1e6b40',
  info: '#0b5fa5',
};

const DARK: Colors = {
  page: '#10161f',
  paper: '#19212d',
  ink: '#e6ebf2',
  soft: '#a9b6c6',
  line: '#303c4c',
  edge: '#6f7f93',
  head: '#1e2836',
  hover: '#222e3d',
  primary: '#8fc4f2',
  primaryDark: '#b5d9f8',
  onPrimary: '#0c2238',
  error: '#ff9c93',
  warning: '#f0c36b',
  success: '#7fd0a0',
  info: '#8fc4f2',
};

function themeOf(mode: 'light' | 'dark', c: Colors): RaThemeOptions {
  return {
    palette: {
      mode,
      primary: { main: c.primary, dark: c.primaryDark, contrastText: c.onPrimary },
      secondary: { main: c.primary, contrastText: c.onPrimary },
      error: { main: c.error, contrastText: mode === 'light' ? '#fff' : '#3a0b07' },
      warning: { main: c.warning, contrastText: mode === 'light' ? '#fff' : '#2e1f00' },
      success: { main: c.success, contrastText: mode === 'light' ? '#fff' : '#05230f' },
      info: { main: c.info, contrastText: c.onPrimary },
      background: { default: c.page, paper: c.paper },
      text: { primary: c.ink, secondary: c.soft },
      divider: c.line,
    },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: FONTS,
      fontSize: 14,
      htmlFontSize: 16,
      body1: { fontSize: '0.9rem' },
      body2: { fontSize: '0.85rem' },
      button: { fontWeight: 600, textTransform: 'none' },
      h1: { fontSize: '1.25rem', fontWeight: 700, lineHeight: 1.4 },
      h2: { fontSize: '1rem', fontWeight: 700, lineHeight: 1.5 },
      h3: { fontSize: '0.9rem', fontWeight: 700, lineHeight: 1.5 },
    },
    components: componentsOf(c),
  };
}

function componentsOf(c: Colors): RaThemeOptions['components'] {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums', fontFeatureSettings: '"palt" 0' },
        ':focus-visible': { outlineColor: c.primary },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { transitionDuration: '0.01ms !important', animationDuration: '0.01ms !important' },
        },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderColor: c.line } } },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small' },
      styleOverrides: { root: { minHeight: 36, paddingInline: 14, whiteSpace: 'nowrap' } },
    },
    MuiButtonBase: {
      styleOverrides: {
        root: { '&.Mui-focusVisible': { outline: `2px solid ${c.primary}`, outlineOffset: 2 } },
      },
    },
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none' } },
    MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none' } },
    MuiOutlinedInput: { styleOverrides: { root: { backgroundColor: c.paper }, notchedOutline: { borderColor: c.edge } } },
    MuiInputLabel: { styleOverrides: { root: { color: c.soft } } },
    MuiMenu: { styleOverrides: { paper: { maxHeight: SELECT_MENU_MAX_HEIGHT_PX } } },
    MuiDialog: { styleOverrides: { root: { zIndex: DIALOG_Z_INDEX } } },
    MuiPopover: { styleOverrides: { root: { zIndex: DIALOG_Z_INDEX + 1 } } },
    MuiTooltip: { defaultProps: { enterDelay: 300, arrow: true }, styleOverrides: { popper: { zIndex: DIALOG_Z_INDEX + 2 } } },
    MuiSnackbar: { styleOverrides: { root: { zIndex: DIALOG_Z_INDEX + 3 } } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.05rem', fontWeight: 700 } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottomColor: c.line, padding: '0 12px', height: 38, fontSize: '0.85rem', whiteSpace: 'nowrap' },
        head: { backgroundColor: c.head, color: c.soft, fontWeight: 600, height: 40 },
      },
    },
    MuiTableRow: { styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: c.hover } } } },
    MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { color: c.ink } } } },
    RaDataTable: {
      styleOverrides: {
        root: { '& .RaDataTable-headerCell': { backgroundColor: c.head }, '& .RaDataTable-tableWrapper': { overflow: 'visible' } },
      },
    },
    MuiChip: { styleOverrides: { root: { fontSize: '0.75rem', height: 22 } } },
  };
}

export const lightTheme = themeOf('light', LIGHT);
export const darkTheme = themeOf('dark', DARK);
