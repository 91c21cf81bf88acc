/** The list that unfolds under a card of the place under the strip: it scrolls by itself. */
export const LIST_REGION = {
  px: 2,
  pb: 1.25,
  pt: 1,
  maxHeight: 'min(34vh, 320px)',
  overflow: 'auto',
  borderTop: 1,
  borderColor: 'divider',
} as const;
