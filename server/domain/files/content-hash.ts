/** What is hashed behind the bytes of a file: the rows that were taken out, and the sheet that was read. With them, SHA-256 says whether a file was imported before. */
export const behindContent = (skipRows: readonly number[], sheet: string): string =>
  JSON.stringify([[...skipRows].sort((one, other) => one - other), sheet]);
