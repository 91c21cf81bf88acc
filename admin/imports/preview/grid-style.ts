/** How the tables of a preview look. */

export const ROW_PX = 32;
const HEAD_PX = 36;
export const FONT_PX = 12.8;

const gridSx = (template: string) => ({ display: 'grid', gridTemplateColumns: template, alignItems: 'center' }) as const;
export const cellSx = { px: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
export const headSx = (template: string) =>
  ({
    ...gridSx(template),
    height: HEAD_PX,
    fontWeight: 600,
    color: 'text.secondary',
    bgcolor: 'background.default',
    borderBottom: 1,
    borderColor: 'divider',
  }) as const;
/** A row at its place among all, on its ground. */
export const rowSx = (template: string, top: number, ground: string) =>
  ({
    ...gridSx(template),
    position: 'absolute',
    inset: '0 0 auto 0',
    transform: `translateY(${top}px)`,
    height: ROW_PX,
    borderBottom: 1,
    borderColor: 'divider',
    bgcolor: ground,
  }) as const;
