import type { SxProps, Theme } from '@mui/material/styles';

const INK = '#14191f';
const LINE = '#8d99a8';
const STRONG = '#2c3440';
const HEAD = '#e7edf5';
const SOFT = '#f1f6fb';
const HINT = '#4a5563';

/** Long words take two lines, never more: the row keeps its height. */
const TWO_LINES = { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2, overflow: 'hidden', overflowWrap: 'anywhere' };

/** Sheets of A4 upright, one below the other; on paper each is a page. Paper is white whatever the screen's colours. */
export const SHEETS_SX: SxProps<Theme> = {
  overflowX: 'auto',
  '@media print': { overflow: 'visible' },
  '& .sheet': {
    position: 'relative',
    boxSizing: 'border-box',
    width: '210mm',
    height: '297mm',
    p: '12mm',
    mx: 'auto',
    mb: 2,
    overflow: 'hidden',
    bgcolor: '#fff',
    color: INK,
    border: '1px solid #c6ced9',
    fontSize: 13,
    lineHeight: 1.35,
    fontFamily: '"BIZ UDPGothic","Noto Sans JP","Noto Sans CJK JP","Yu Gothic","Meiryo",sans-serif',
    printColorAdjust: 'exact',
    '@media print': { border: 0, m: 0, breakAfter: 'page', breakInside: 'avoid' },
    '&:last-of-type': { '@media print': { breakAfter: 'auto' } },
  },
  '& header': { display: 'grid', gridTemplateColumns: '1fr auto 1fr', alignItems: 'end', pb: '7px', borderBottom: `2px solid ${STRONG}` },
  '& header > :last-child': { textAlign: 'right' },
  '& header h2': { m: 0, fontSize: 27, letterSpacing: '0.08em', lineHeight: 1.2 },
  '& header .number': { fontSize: 15 },
  '& .what, & .when': { display: 'grid', border: `1px solid ${STRONG}`, borderTop: 0 },
  '& .what': { gridTemplateColumns: '375fr 326fr' },
  '& .when': { gridTemplateColumns: 'repeat(4, 1fr)' },
  '& .what > div': { p: '8px 12px 9px', minHeight: 92 },
  '& .when > div': { p: '7px 8px', minHeight: 76 },
  '& .what > div + div, & .when > div + div': { borderLeft: `1px solid ${STRONG}` },
  '& .what .value': { fontSize: 28, fontWeight: 700, lineHeight: 1.3, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .when .value': { fontSize: 18, fontWeight: 700, whiteSpace: 'nowrap' },
  '& .label': { color: HINT },
  '& .when .hint': { fontSize: 11, color: HINT },
  '& .latest': { bgcolor: '#fff3d6' },
  '& .fills': { mt: '10px' },
  '& .fill': { display: 'grid', gridTemplateColumns: '80px 458px 1fr', columnGap: '6px', alignItems: 'center', height: 24 },
  '& .fill .bar': { height: 15, border: `1px solid ${STRONG}` },
  '& .fill .bar > div': { height: '100%', bgcolor: '#9db6d6' },
  '& .fill .load': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& h3': { m: '9px 0 6px', fontSize: 14 },
  '& h3 small': { fontSize: 12, fontWeight: 400, color: HINT, ml: 1 },
  '& .curve': { border: `1px solid ${STRONG}`, lineHeight: 0 },
  '& .curve svg': { width: '100%', display: 'block' },
  '& .curve text': { fontSize: 12, fill: INK },
  '& .curve .small': { fontSize: 11.5 },
  '& .curve .word': { fontWeight: 700 },
  '& .curve .strong': { fontSize: 14, fontWeight: 700 },
  '& .no-curve': { p: '16px', lineHeight: 1.4, textAlign: 'center' },
  '& table': { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  '& td, & th': { border: `1px solid ${LINE}`, p: '0 5px', textAlign: 'left', verticalAlign: 'middle' },
  '& .members th': { bgcolor: HEAD, height: 27, fontSize: 12, textAlign: 'center', p: 0 },
  '& .members .position': { width: 30, textAlign: 'center', fontWeight: 700 },
  '& .members .check': { width: 30, textAlign: 'center' },
  '& .members .order': { width: 97, fontWeight: 700, fontSize: 12.5, overflowWrap: 'anywhere' },
  '& .members th.product': { width: 'auto' },
  '& .members .material': { width: 56 },
  '& .members .pieces': { width: 46 },
  '& .members td.pieces': { textAlign: 'right', fontWeight: 700, fontSize: 15 },
  '& .members .unit_weight': { width: 56 },
  '& .members .weight': { width: 60 },
  '& .members td.number': { textAlign: 'right' },
  '& .members .size': { width: 112, fontSize: 12, whiteSpace: 'nowrap' },
  '& .members .next': { width: 105 },
  '& .members td > div': TWO_LINES,
  '& .members td.next, & .members td.material, & .members td.product': { fontSize: 12 },
  '& .members.close td': { lineHeight: 1.1 },
  '& .members.close td > div': { fontSize: 11, lineHeight: 1.1 },
  '& .members.dense td': { fontSize: 11 },
  '& .members.dense td.pieces': { fontSize: 12.5 },
  '& .members.dense td > div': { fontSize: 9.5, lineHeight: 1.05 },
  '& .members .box': { display: 'inline-block', verticalAlign: 'middle', width: 18, height: 18, border: `1.2px solid ${STRONG}` },
  '& .members.close .box': { width: 14, height: 14 },
  '& .members .total td, & .members .total th': { bgcolor: HEAD, height: 36, textAlign: 'right', fontWeight: 700, px: '5px' },
  '& .members.close .total td, & .members.close .total th': { height: 27 },
  '& .records td, & .records th': { height: 43, fontWeight: 400 },
  '& .records th': { bgcolor: SOFT, width: 92 },
  '& .records .clock': { textAlign: 'center' },
  '& footer': {
    position: 'absolute',
    inset: 'auto 12mm 8mm',
    display: 'grid',
    gridTemplateColumns: '1fr auto 1fr',
    fontSize: 11.5,
  },
  '& footer > :last-child': { textAlign: 'right' },
};

/** While the page is open: A4 without the browser's margins, and nothing of the shell on paper. */
export const PRINT_STYLES = {
  '@page': { size: 'A4 portrait', margin: 0 },
  '@media print': {
    'html, body': { background: '#fff !important' },
    '#root .RaLayout-content.RaLayout-content': { padding: '0 !important' },
    '.RaLayout-content > :not(.charge-sheets)': { display: 'none !important' },
  },
};
