/** Where an order stands on the board. */
export const boardOf = (serial: string): string => `/gantt?no_search&serial_number_search=${encodeURIComponent(serial)}`;

/** A question of 納期回答; with a line, the answer of that one. */
export const promiseOf = (id: number, line?: number): string => `/promises?id=${id}${line === undefined ? '' : `&line=${line}`}`;
