/** Class of the board's place: it gives way to an open list above. */
export const BOARD_PLACE = 'board-place';
