/** The kinds of workbooks that leave the house, in the order in which people choose them. */
export const FILE_TYPES = ['schedules', 'outsourcing', 'charges'] as const;
export type FileType = (typeof FILE_TYPES)[number];
