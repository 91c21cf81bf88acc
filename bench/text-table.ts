/** Rows of cells as lines, the first row above a rule; numbers to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const lines = rows.map((row) =>
    row.map((cell, at) => (/^[-\d.]+$/.test(cell) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join('  '),
  );
  return `\n${[lines[0], widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join('\n')}\n`;
}
