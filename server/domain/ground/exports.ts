/** The kinds of workbooks that leave the house, in the order in which people choose them. */
export const FILE_TYPES = ['schedules', 'outsourcing', 'charges'] as const;
export type FileType = (typeof FILE_TYPES)[number];
/** What of 通常 is written: everything, the boards, the list of tasks. */
export const WORKBOOK_SHEETS = ['all', 'gantt', 'list'] as const;
export type WorkbookSheets = (typeof WORKBOOK_SHEETS)[number];
