/**
 * The head of a table with these rows, and the function that formats a row: lines are printed as they become available.
 */
export function table(rows) {
  const nameWidth = Math.max(...rows.map(({ name }) => name.length))
  const layout = ([name, figure, must, aim, verdict]) =>
    [name.padEnd(nameWidth), figure.padStart(8), must.padEnd(8), aim.padEnd(8), verdict].join('  ').trimEnd()
  return {
    head: layout(['row', 'figure', 'must', 'aim', 'verdict']),
    line: (row, figure, { text }) =>
      layout([row.name, printed(row, figure), bound(row, row.must), bound(row, row.aim), text]),
  }
}

/** Whether a figure meets the bounds of its row. A missing figure does not; a row without bounds always does. */
export function judge(row, figure) {
  const { must, aim, isAtLeast } = row
  if (figure === undefined) return { isMet: false, text: 'FAILED' }
  if (must === undefined) return { isMet: true, text: '' }
  // As printed, so that a line does not contradict itself.
  const shown = Number(printed(row, figure))
  const meets = limit => (isAtLeast ? shown >= limit : shown <= limit)
  if (!meets(must)) return { isMet: false, text: 'MISSED' }
  return { isMet: true, text: aim !== undefined && meets(aim) ? 'aim met' : 'must met' }
}

function printed({ digits = 2 }, figure) {
  return figure === undefined ? '–' : figure.toFixed(digits)
}

function bound({ isAtLeast }, limit) {
  return limit === undefined ? '' : `${isAtLeast ? '≥' : '≤'} ${limit}`
}
