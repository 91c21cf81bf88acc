/** Class of the board's place, which gives way to a list that is open above it. */
export const BOARD_PLACE = 'board-place';
