/**
 * A row of a table for a spreadsheet, in CSV (RFC 4180) without its line end. A spreadsheet would run a text that begins
 * with one of `=+-@` as a formula, so an apostrophe precedes it; `readCell` removes it again.
 */
export function tableRow(cells: readonly (string | number)[], delimiter: string): string {
  return cells.map(cell => (typeof cell === 'number' ? String(cell) : writeCell(cell))).join(delimiter)
}

/** The text of a cell that `tableRow` wrote. */
export function readCell(cell: string): string {
  return /^'['\s]*[=+\-@]/.test(cell) ? cell.slice(1) : cell
}

/** A text that begins with apostrophes gets one more, so that `readCell` returns each text unchanged. */
function writeCell(text: string): string {
  const safe = /^['\s]*[=+\-@]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Precedes the first row: without a byte order mark, some spreadsheets do not read a table as UTF-8. */
export const byteOrderMark = '\ufeff'
