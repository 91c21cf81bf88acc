import type { SxProps, Theme } from '@mui/material/styles';
import type { RaThemeOptions } from 'react-admin';
import {
  DIALOG_Z_INDEX,
  DRAWER_RAIL_PX,
  DRAWER_WIDTH_PX,
  LIST_PAGE,
  MENU_CLOSE_DELAY_MS,
  MENU_OPEN_DELAY_MS,
  SELECT_MENU_MAX_HEIGHT_PX,
} from '../../server/domain/ground/constants.ts';
import { LIST } from '../texts/parts.ts';
import { ALWAYS, type Colors, DARK, LIGHT, variables } from './palette.ts';

/** Height of the bar; pages that fill the window count with it. */
export const TOP_BAR_PX = 48;
/** Around a page; little above it, so that a board has its rows. */
export const PAGE_PADDING_PX = { top: 8, side: 16 } as const;
/** Height of the page header, whose highest part is a field or a checkbox. */
export const PAGE_HEADER_PX = 38;

const FONTS = '"Noto Sans JP","Noto Sans CJK JP","BIZ UDPGothic","Yu Gothic UI","Meiryo",sans-serif';

function themeOf(mode: 'light' | 'dark', c: Colors): RaThemeOptions {
  return {
    palette: {
      mode,
      primary: { main: c.primary, dark: c['primary-strong'], contrastText: c['on-primary'] },
      secondary: { main: c.primary, contrastText: c['on-primary'] },
      error: { main: c.late, contrastText: c['on-late'] },
      warning: { main: c.warning, contrastText: c['on-warning'] },
      success: { main: c.success, contrastText: c['on-success'] },
      info: { main: c.primary, contrastText: c['on-primary'] },
      background: { default: c.page, paper: c.paper },
      text: { primary: c.ink, secondary: c.soft },
      divider: c.divider,
    },
    sidebar: { width: DRAWER_WIDTH_PX, closedWidth: DRAWER_RAIL_PX },
    shape: { borderRadius: 8 },
    // Whoever wants no motion does not wait for one either.
    motion: { reducedMotion: 'system' },
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
        ':root': { ...variables(c), ...variables(ALWAYS) },
        '.on-dark': variables(DARK),
        '.on-paper': variables(LIGHT),
        body: { fontVariantNumeric: 'tabular-nums', fontFeatureSettings: '"palt" 0' },
        ':focus-visible': { outlineColor: c.primary },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { transitionDuration: '0.01ms !important', animationDuration: '0.01ms !important' },
          // Else it stands at the edge of the page for a moment, and takes the press that was meant for what opened it.
          '.MuiPopper-root': { transition: 'none !important' },
        },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderColor: c.divider } } },
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
    MuiAutocomplete: { styleOverrides: { popper: { zIndex: DIALOG_Z_INDEX + 1 } } },
    MuiTooltip: {
      defaultProps: { enterDelay: MENU_OPEN_DELAY_MS, leaveDelay: MENU_CLOSE_DELAY_MS, arrow: true },
      styleOverrides: { popper: { zIndex: DIALOG_Z_INDEX + 2 } },
    },
    MuiSnackbar: { styleOverrides: { root: { zIndex: DIALOG_Z_INDEX + 3 } } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.05rem', fontWeight: 700 } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottomColor: c.divider, padding: '0 12px', height: 38, fontSize: '0.85rem', whiteSpace: 'nowrap' },
        head: { backgroundColor: c.head, color: c.soft, fontWeight: 600, height: 40 },
      },
    },
    MuiTableRow: { styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: c.hover } } } },
    // On one line with the heads that do not sort.
    MuiTableSortLabel: { styleOverrides: { root: { position: 'relative', verticalAlign: 'top', '&.Mui-active': { color: c.ink } } } },
    RaDataTable: {
      styleOverrides: {
        root: {
          '& .RaDataTable-headerCell': { backgroundColor: c.head },
          '& .RaDataTable-rowCell': { whiteSpace: 'pre-line', paddingBlock: 3 },
          // The arrow stands between two columns: it takes no room of its own, so that wide lists fit the window.
          '& .RaDataTable-headerCell:not(:last-of-type) .MuiTableSortLabel-icon': { position: 'absolute', left: '100%' },
          '& .RaDataTable-headerCell.MuiTableCell-alignRight .MuiTableSortLabel-icon': {
            position: 'absolute',
            left: 'auto',
            right: '100%',
          },
        },
      },
    },
    // The question of DeleteWithConfirmButton, which takes no word of its own for its button.
    RaConfirm: { defaultProps: { confirm: 'ra.action.delete', maxWidth: 'xs', fullWidth: true } },
    MuiChip: { styleOverrides: { root: { fontSize: '0.75rem', height: 22 } } },
  };
}

/** Above the first entry of a group. */
const GROUP_LINE = {
  content: '""',
  position: 'absolute',
  inset: '-6px 0 auto -3px',
  height: 1,
  backgroundColor: ALWAYS['drawer-line'],
} as const;

/** The parts of react-admin's layout, the same in both themes. */
const SHELL_STYLES: RaThemeOptions['components'] = {
  RaLayout: {
    styleOverrides: {
      root: {
        minWidth: 0,
        '& .RaLayout-appFrame.RaLayout-appFrame': { marginTop: TOP_BAR_PX, minWidth: 0, '@media print': { marginTop: 0 } },
        '& .RaLayout-contentWithSidebar': { minWidth: 0 },
        '& .RaLayout-content.RaLayout-content': { padding: PAGE_PADDING_PX.side, paddingTop: PAGE_PADDING_PX.top, minWidth: 0 },
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
        '& .MuiPaper-root.MuiPaper-root': { backgroundColor: ALWAYS.drawer, overflow: 'hidden auto', scrollbarWidth: 'none' },
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
        '&.RaMenuItemLink-root, & .RaMenuItemLink-icon.RaMenuItemLink-icon': { color: ALWAYS['drawer-ink'] },
        '& .RaMenuItemLink-icon.RaMenuItemLink-icon': { minWidth: DRAWER_RAIL_PX - 3, justifyContent: 'center' },
        '&:hover': { backgroundColor: ALWAYS['drawer-hover'] },
        '&.RaMenuItemLink-active, &.RaMenuItemLink-active:hover': {
          backgroundColor: ALWAYS['drawer-active'],
          borderLeftColor: ALWAYS['drawer-accent'],
        },
        '&.Mui-focusVisible': {
          backgroundColor: ALWAYS['drawer-focus'],
          outline: `2px solid ${ALWAYS['drawer-accent']}`,
          outlineOffset: -2,
        },
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
    bgcolor: { sm: ALWAYS.drawer },
    color: { sm: ALWAYS['drawer-ink'] },
    justifyContent: { sm: 'flex-start' },
    pl: { sm: '20px' },
  },
  '& .RaAppBar-menuButton:hover': { bgcolor: { sm: ALWAYS['drawer-active'] } },
});

export const lightTheme = themeOf('light', LIGHT);
export const darkTheme = themeOf('dark', DARK);
