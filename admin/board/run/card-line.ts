/** Height of the line of cards under the strip, whatever it tells. */
export const CARD_LINE_PX = 34;

/** A card of the line: it shares the line with the others until it is unfolded. */
export const LINE_CARD = {
  flex: '1 1 0',
  minWidth: { xs: '100%', lg: 0 },
  overflow: 'hidden',
  '&:has([role=region])': { flex: '1 1 100%' },
} as const;

/** One line of words and buttons; on narrow screens the buttons stand in a second one, where each can be pressed. */
export const CARD_ROW = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: { xs: 'wrap', lg: 'nowrap' },
  columnGap: 1.25,
  rowGap: 0.5,
  minHeight: CARD_LINE_PX - 2,
  px: 1.5,
  py: { xs: 0.5, lg: 0 },
} as const;

/** A sentence that stays whole, and notes behind it that give way to the buttons beside them. */
export const CARD_SENTENCE = {
  display: 'flex',
  alignItems: 'center',
  flex: '1 0 auto',
  minWidth: 0,
  flexWrap: { xs: 'wrap', lg: 'nowrap' },
  maxWidth: { xs: '100%', lg: 'none' },
  '& > h2': { m: 0, mr: 1.5, flexShrink: { xs: 1, lg: 0 }, fontSize: 'inherit', fontWeight: 700, whiteSpace: { lg: 'nowrap' } },
  // Of no width of their own: they never push a button out.
  '& > span': { flex: { xs: '1 0 100%', lg: '1 1 0' }, width: 0 },
} as const;
