/**
 * Every colour of the screens and of what they print. The theme hands them on as CSS variables of the same names: `--late`, `--conflict`, …; what stands on
 * a dark ground whatever the mode (`.on-dark`) has the dark ones, paper (`.on-paper`) the light ones.
 */

const WHITE = '#ffffff';
const BLUE = '#0b5fa5';
const NAVY = '#084a82';
const STEEL = '#2f6fab';
const PALE_BLUE = '#cfe3f7';
const ICE = '#dcebf9';
const RED = '#b3261e';
const DEEP_RED = '#8e1b14';
const PALE_RED = '#fbd9d3';
const VIOLET = '#6b3fa0';
const PLUM = '#94136f';
const AMBER = '#8a5a00';
const BROWN = '#6b4700';
const PALE_AMBER = '#f6e3c3';
const GOLD = '#f0c36b';
const GREEN = '#1e6b40';
const MOSS = '#2e7d4f';
const SKY = '#6ea8de';
const SAND = '#dca84a';
const SLATE = '#5b6b7f';
const PALE_SLATE = '#a3b0bf';
const GREY = '#8592a3';
const PALE_GREY = '#c6d0dc';
const MIST = '#eef1f5';
const INK = '#14191f';
const CHARCOAL = '#2c3440';
const NIGHT_INK = '#e6ebf2';
const NIGHT_LINE = '#303c4c';
const NIGHT_GREY = '#3a4757';
const NIGHT_SLATE = '#38434f';

/** What differs by mode: light, dark. */
const BY_MODE = {
  page: ['#f3f5f8', '#10161f'],
  paper: [WHITE, '#19212d'],
  head: ['#f7f9fb', '#1e2836'],
  hover: ['#f0f5fb', '#222e3d'],
  ink: ['#1f2a37', NIGHT_INK],
  soft: ['#55637a', '#a9b6c6'],
  divider: ['#dbe1e9', NIGHT_LINE],
  /** Of inputs: three to one against the paper. */
  edge: [GREY, '#6f7f93'],
  /** Around a board and what stands above it. */
  frame: ['#cfd8e3', NIGHT_LINE],
  primary: [BLUE, '#8fc4f2'],
  'primary-strong': [NAVY, '#b5d9f8'],
  'on-primary': [WHITE, '#0c2238'],
  late: [RED, '#ff9c93'],
  'late-soft': ['#fdeae7', '#3a2022'],
  'on-late': [WHITE, '#3a0b07'],
  warning: [AMBER, GOLD],
  'on-warning': [WHITE, '#2e1f00'],
  success: [GREEN, '#7fd0a0'],
  'on-success': [WHITE, '#05230f'],
  caution: ['#fdf6e6', '#2e2818'],
  'caution-edge': ['#d9b45b', '#7a6430'],
  'caution-ink': [BROWN, '#f2d38a'],
  pill: ['#eaf2fa', '#203247'],
  // Another plan than the published one: the frame around it, and the band above it.
  plan: [VIOLET, '#a78bd6'],
  'plan-ground': [VIOLET, '#362a50'],
  'on-plan': [WHITE, '#e6dbf9'],
  // Plans beside each other, in the order of their columns.
  'first-plan': [SLATE, PALE_SLATE],
  'second-plan': [STEEL, SKY],
  'third-plan': ['#b98a2b', SAND],
  // The chart: lines, marks, grounds and edges of bars.
  line: ['#e4e9ef', '#2b3645'],
  'line-soft': ['#f0f3f6', '#222c39'],
  group: ['#b7c4d4', '#4d5d72'],
  closed: ['#eceff4', '#212b38'],
  hatch: ['#dfe4ec', '#344153'],
  saturday: ['#0f5fb8', '#8fc0f5'],
  due: [SLATE, PALE_SLATE],
  furnace: ['#9a4a00', '#f0a860'],
  mark: ['#6a4ba0', '#b79ce6'],
  /** Behind what a bar waits for. */
  wait: ['#f4f0fa', '#2b2440'],
  lock: ['#1565c0', '#8ac2ff'],
  unlocked: ['#69788c', '#93a3b6'],
  // An order before all others.
  rush: [PLUM, '#f0a6dc'],
  'rush-soft': ['#f9e4f3', '#43213a'],
  normal: [PALE_BLUE, '#1f3f5e'],
  'normal-edge': [STEEL, SKY],
  locked: ['#dfe5ec', NIGHT_SLATE],
  'locked-edge': [SLATE, PALE_SLATE],
  finished: ['#cfe8d8', '#1d4330'],
  'finished-edge': [MOSS, '#69b98b'],
  past: [PALE_RED, '#5a2520'],
  'past-edge': [RED, '#ff8f84'],
  outsourced: [PALE_AMBER, '#4d3b18'],
  'outsourced-edge': [AMBER, SAND],
  demolding: ['#e7def3', '#3a2f52'],
  'demolding-edge': ['#8b74b5', '#a993d6'],
  // What days late are made of, and who is in front: orders due no later, and those due later.
  earlier: [PALE_GREY, NIGHT_SLATE],
  later: ['#8fbde8', '#2b5a86'],
  unmatched: ['#f1f3f6', '#222b38'],
  'unmatched-hatch': ['#d5dbe3', '#364253'],
  'unmatched-edge': [GREY, '#74849a'],
  'load-plot': ['#f4f6f9', '#1d2632'],
  'load-full': ['#8190a4', '#7f90a5'],
  'load-calm': ['#d3dce6', NIGHT_GREY],
  'load-calm-edge': ['#71839a', '#8496ab'],
  'load-near': ['#f5dca9', '#5b4519'],
  'load-near-edge': ['#a26a00', '#e3ae4c'],
  'load-over': ['#c0352b', '#ff7b6e'],
  'load-over-edge': [DEEP_RED, '#ffb1a8'],
  // 指標: the five steps of 設備負荷, and the bars of 遅れ日数.
  'heat-1': ['#e9f1fa', '#1d2a3a'],
  'heat-2': [PALE_BLUE, '#1f4468'],
  'heat-3': [PALE_AMBER, '#554213'],
  'heat-4': [PALE_RED, '#63302b'],
  'heat-5': ['#f3b4aa', '#8a2c24'],
  'heat-1-ink': ['#37475a', '#c6d2e0'],
  'heat-2-ink': ['#123a5e', ICE],
  'heat-3-ink': ['#5a3a00', '#f7e2b4'],
  'heat-4-ink': ['#7d1a14', '#ffd9d4'],
  'heat-5-ink': ['#6b0f0a', WHITE],
  'heat-closed': [MIST, '#232e3c'],
  'late-days': [PALE_AMBER, '#5a4514'],
} as const satisfies Record<string, readonly [string, string]>;

const faint = (color: string, percent: number): string => `color-mix(in srgb, ${color} ${percent}%, transparent)`;

/** What is the same in both modes. */
export const ALWAYS = {
  white: WHITE,
  shadow: '#101828',
  conflict: '#f2b61f',
  'conflict-edge': BROWN,
  'conflict-mark': '#3b2700',
  'closed-stripe': `${SLATE}24`,
  'error-ground': `${RED}1f`,
  share: STEEL,
  // The drawer, and what stands above the page for a moment.
  drawer: '#182230',
  'drawer-ink': NIGHT_INK,
  'drawer-active': '#24476a',
  'drawer-accent': '#7fb8ea',
  'drawer-line': `${WHITE}24`,
  'drawer-hover': `${WHITE}14`,
  'drawer-focus': `${WHITE}1f`,
  'tip-line': NIGHT_GREY,
  'tip-keys': PALE_GREY,
  'tip-key-edge': SLATE,
  'tip-chosen': BLUE,
  // 今日の作業: two colours act, and chips say a state, always with an icon and a word.
  start: GREEN,
  finish: BLUE,
  'started-ground': faint(MOSS, 8),
  'undo-ground': faint(GOLD, 14),
  'held-ground': faint(STEEL, 25),
  'chip-running': PALE_BLUE,
  'chip-running-ink': NAVY,
  'chip-waiting': '#e3e8ef',
  'chip-waiting-ink': '#33415a',
  'chip-idle': MIST,
  'chip-idle-ink': '#4a586d',
  'chip-stopped': PALE_AMBER,
  'chip-stopped-ink': '#5c3b00',
  'chip-late': PALE_RED,
  'chip-late-ink': '#8c1d16',
  'chip-unsent': '#ffe7bd',
  // Paper: the board in ink that a printer in black and white still tells apart, and the charge sheet.
  'print-ink': INK,
  'print-word': '#000000',
  'print-soft': CHARCOAL,
  'print-line': '#c9d1db',
  'print-group': SLATE,
  'print-normal': ICE,
  'print-finished-edge': '#14522e',
  'print-past-edge': DEEP_RED,
  'print-outsourced': '#f3dcae',
  'sheet-frame': CHARCOAL,
  'sheet-edge': '#c6ced9',
  'sheet-line': '#8d99a8',
  'sheet-head': '#e7edf5',
  'sheet-soft': '#f1f6fb',
  'sheet-hint': '#4a5563',
  'sheet-latest': '#fff3d6',
  'sheet-fill': '#9db6d6',
  'curve-hold': '#e5f0fa',
  'curve-degrees': '#d5dae1',
  'curve-hours': '#e6e9ee',
} as const;

type ByMode = keyof typeof BY_MODE;
/** A colour by what it says. */
export type ColorName = ByMode | keyof typeof ALWAYS;
/** The colours of a mode. */
export type Colors = Record<ByMode, string>;

const ofMode = (at: 0 | 1): Colors => Object.fromEntries(Object.entries(BY_MODE).map(([name, pair]) => [name, pair[at]])) as Colors;
export const LIGHT = ofMode(0);
export const DARK = ofMode(1);

/** Colours as CSS variables. */
export const variables = (colors: object): Record<string, string> =>
  Object.fromEntries(Object.entries(colors).map(([name, color]) => [`--${name}`, color]));

/** A colour for what is drawn in the page: that of the mode, or of the ground on which it stands. */
export const tint = (name: ColorName): string => `var(--${name})`;
