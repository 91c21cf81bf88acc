import type { SxProps, Theme } from '@mui/material/styles';
import type { RaThemeOptions } from 'react-admin';
import { DIALOG_Z_INDEX, DRAWER_RAIL_PX, DRAWER_WIDTH_PX, LIST_PAGE, SELECT_MENU_MAX_HEIGHT_PX } from '../../server/domain/constants.ts';
import { LIST } from '../texts/parts.ts';

/** The drawer is dark in both themes. */
const DRAWER = {
  paper: '#182230',
  active: '#24476a',
  accent: '#7fb8ea',
  text: '#e6ebf2',
} as const;

/** Height of the bar; pages that fill the window count with it. */
export const TOP_BAR_PX = 48;
/** Height of the page header, whose highest part is a field or a checkbox. */
export const PAGE_HEADER_PX = 38;

const FONTS = '"Noto Sans JP","Noto Sans CJK JP","BIZ UDPGothic","Yu Gothic UI","Meiryo",sans-serif';

const LIGHT = {
  page: '#f3f5f8',
  paper: '#ffffff',
  ink: '#1f2a37',
  soft: '#55637a',
  line: '#dbe1e9',
  // Edges of inputs: three to one against the paper.
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

type Colors = typeof LIGHT;

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
    sidebar: { width: DRAWER_WIDTH_PX, closedWidth: DRAWER_RAIL_PX },
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
    components: { ...componentsOf(c), ...SHELL_STYLES },
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
      styleOverrides: { root: { minHeight: 36, paddingInline: 14, whiteSpace: 'nowrap', '@media print': { display: 'none' } } },
    },
    MuiButtonBase: {
      styleOverrides: {
        root: { '&.Mui-focusVisible': { outline: `2px solid ${c.primary}`, outlineOffset: 2 } },
      },
    },
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none' } },
    MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none' } },
    MuiOutlinedInput: { styleOverrides: { root: { backgroundColor: c.paper }, notchedOutline: { borderColor: c.edge } } },
    // What may only be read is read: a disabled value keeps four and a half to one.
    MuiInputBase: {
      styleOverrides: {
        root: { '&.Mui-disabled': { cursor: 'not-allowed' } },
        input: { '&.Mui-disabled': { WebkitTextFillColor: c.soft, cursor: 'not-allowed' } },
      },
    },
    MuiSelect: { styleOverrides: { select: { '&.Mui-disabled': { cursor: 'not-allowed' } } } },
    MuiFormHelperText: { styleOverrides: { root: { '&.Mui-disabled': { color: c.soft } } } },
    MuiInputLabel: { styleOverrides: { root: { color: c.soft, '&.Mui-disabled': { color: c.soft } } } },
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
    // On one line with the heads that do not sort.
    MuiTableSortLabel: { styleOverrides: { root: { verticalAlign: 'top', '&.Mui-active': { color: c.ink } } } },
    RaDataTable: {
      styleOverrides: {
        root: {
          '& .RaDataTable-headerCell': { backgroundColor: c.head },
          '& .RaDataTable-rowCell': { whiteSpace: 'pre-line', paddingBlock: 3 },
        },
      },
    },
    // The question of DeleteWithConfirmButton, which takes no word of its own for its button.
    RaConfirm: { defaultProps: { confirm: 'ra.action.delete', maxWidth: 'xs', fullWidth: true } },
    MuiChip: { styleOverrides: { root: { fontSize: '0.75rem', height: 22 } } },
  };
}

/** Above the first entry of a group. */
const GROUP_LINE = { content: '""', position: 'absolute', inset: '-6px 0 auto -3px', height: 1, backgroundColor: '#ffffff24' } as const;

/** The parts of react-admin's layout, the same in both themes. */
const SHELL_STYLES: RaThemeOptions['components'] = {
  RaLayout: {
    styleOverrides: {
      root: {
        minWidth: 0,
        '& .RaLayout-appFrame.RaLayout-appFrame': { marginTop: TOP_BAR_PX, minWidth: 0, '@media print': { marginTop: 0 } },
        '& .RaLayout-contentWithSidebar': { minWidth: 0 },
        '& .RaLayout-content.RaLayout-content': { padding: 16, minWidth: 0 },
      },
    },
  },
  RaSidebar: {
    styleOverrides: {
      root: {
        '&.MuiDrawer-docked': {
          position: 'sticky',
          top: TOP_BAR_PX,
          height: `calc(100vh - ${TOP_BAR_PX}px)`,
          flexShrink: 0,
          '@media print': { display: 'none' },
        },
        '& .RaSidebar-fixed.RaSidebar-fixed': { position: 'static', height: 'auto' },
        '& .MuiPaper-root.MuiPaper-root': { backgroundColor: DRAWER.paper, overflow: 'hidden auto', scrollbarWidth: 'none' },
      },
    },
  },
  RaMenu: { styleOverrides: { root: { padding: 0 } } },
  RaMenuItemLink: {
    styleOverrides: {
      root: {
        height: 46,
        padding: 0,
        fontSize: '0.9rem',
        borderLeft: '3px solid transparent',
        '&.RaMenuItemLink-root, & .RaMenuItemLink-icon.RaMenuItemLink-icon': { color: DRAWER.text },
        '& .RaMenuItemLink-icon.RaMenuItemLink-icon': { minWidth: DRAWER_RAIL_PX - 3, justifyContent: 'center' },
        '&:hover': { backgroundColor: '#ffffff14' },
        '&.RaMenuItemLink-active, &.RaMenuItemLink-active:hover': { backgroundColor: DRAWER.active, borderLeftColor: DRAWER.accent },
        '&.Mui-focusVisible': { backgroundColor: '#ffffff1f', outline: `2px solid ${DRAWER.accent}`, outlineOffset: -2 },
        '&.first-of-group:not(:first-of-type)': { marginTop: 11, '&::before': GROUP_LINE },
      },
    },
  },
  RaList: {
    defaultProps: { perPage: LIST_PAGE, actions: false, pagination: false, empty: false, component: 'div' },
    styleOverrides: { root: { '& .RaList-main': { minWidth: 0 } } },
  },
  RaListToolbar: { styleOverrides: { root: { '&&': { backgroundColor: 'transparent' } } } },
  RaEdit: { styleOverrides: { root: { '& .RaEdit-main, & .RaEdit-card': { minWidth: 0 }, '& .RaEdit-noActions': { marginTop: 0 } } } },
  RaCreate: {
    styleOverrides: { root: { '& .RaCreate-main, & .RaCreate-card': { minWidth: 0 }, '& .RaCreate-noActions': { marginTop: 0 } } },
  },
  // Which rows of how many are shown stands above the table.
  MuiTablePagination: { styleOverrides: { displayedRows: { display: 'none' }, spacer: { flex: 1 }, toolbar: { minHeight: 48 } } },
  MuiPagination: { defaultProps: { 'aria-label': LIST.pages } },
};

/** The bar on the paper's colour, with the drawer's head over the drawer. */
export const barSx = (open: boolean): SxProps<Theme> => ({
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
  '@media print': { display: 'none' },
  '& .RaAppBar-toolbar': { minHeight: `${TOP_BAR_PX - 1}px`, p: 0, pr: 1 },
  '& .RaAppBar-menuButton': {
    width: { xs: 48, sm: open ? DRAWER_WIDTH_PX : DRAWER_RAIL_PX },
    height: TOP_BAR_PX,
    m: '0 0 -1px',
    borderRadius: 0,
    bgcolor: { sm: DRAWER.paper },
    color: { sm: DRAWER.text },
    justifyContent: { sm: 'flex-start' },
    pl: { sm: '20px' },
  },
  '& .RaAppBar-menuButton:hover': { bgcolor: { sm: DRAWER.active } },
});

export const lightTheme = themeOf('light', LIGHT);
export const darkTheme = themeOf('dark', DARK);

/** The ground of what warns, on a page as in a dialog. */
export const WARNING_GROUND = {
  bgcolor: ({ palette }: Theme): string => (palette.mode === 'light' ? '#fdf6e6' : '#2e2818'),
};
