/** A button of the title row that keeps its picture alone on windows narrower than this; its words stay its name. */
export const shrinkingBelow = (px: number) => ({
  [`@media (max-width: ${px - 0.1}px)`]: { fontSize: 0, minWidth: 40, px: 1, '& .MuiButton-startIcon': { m: 0 } },
});

/** Windows below which the calendar's title row, the fuller of the two, has no room for all of its words, and then for still fewer. */
export const FULL_PX = 1700;
export const NARROW_PX = 1460;
/** Windows in which the title row of the Gantt has no room for all of its words. */
export const TIGHT_PX = 1300;
/** Windows without room for the end of the shown month. */
export const LEAST_PX = 1280;
