/** How the tables of a preview look. */

export const ROW_PX = 32;
export const HEAD_PX = 36;
export const FONT_PX = 12.8;

export const gridSx = (template: string) => ({ display: 'grid', gridTemplateColumns: template, alignItems: 'center' }) as const;
export const cellSx = { px: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
export const headSx = {
  fontWeight: 600,
  color: 'text.secondary',
  bgcolor: 'background.default',
  borderBottom: 1,
  borderColor: 'divider',
} as const;
