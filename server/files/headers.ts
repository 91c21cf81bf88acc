const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The header of a file to be saved: a plain name for old programs, its Japanese one (RFC 6266). */
export const attachment = (plain: string, name: string): Record<string, string> => ({
  'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
});

/** The headers of a workbook to be saved under this name. */
export const workbookHeaders = (name: string, plain = 'rows'): Record<string, string> => ({
  ...attachment(`${plain}.xlsx`, name),
  'content-type': XLSX,
});
