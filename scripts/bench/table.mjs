/**
 * The head of a table with these rows, and the function that formats a row: lines are printed as they become available.
 */
export function table(rows) {
  const nameWidth = Math.max(...rows.map(({ name }) => name.length))
  const layout = ([name, median, range, must, aim, verdict]) =>
    [name.padEnd(nameWidth), median.padStart(6), range.padEnd(15), must.padEnd(6), aim.padEnd(6), verdict].join('  ')
  return {
    head: layout(['row', 'median', '[least–most]', 'must', 'aim', 'verdict']),
    line: (row, figures, { text }) =>
      layout([row.name, ...measuredCells(figures), bound(row, row.must), bound(row, row.aim), text]),
  }
}

/** Whether a row's median meets its bounds, if it has any. A row without figures does not. */
export function judge({ must, aim, isAtLeast }, figures) {
  if (figures === undefined) return { isMet: false, text: 'FAILED' }
  if (must === undefined) return { isMet: true, text: 'beside' }
  // As printed, so that a line does not contradict itself.
  const median = Number(figures.median.toFixed(2))
  const meets = limit => (isAtLeast ? median >= limit : median <= limit)
  if (!meets(must)) return { isMet: false, text: 'MISSED' }
  return { isMet: true, text: meets(aim) ? 'aim met' : 'must met' }
}

function measuredCells(figures) {
  if (figures === undefined) return ['–', '–']
  const [median, least, most] = [figures.median, figures.least, figures.most].map(number => number.toFixed(2))
  return [median, `[${least}–${most}]`]
}

function bound({ isAtLeast }, limit) {
  if (limit === undefined) return '–'
  return `${isAtLeast ? '≥' : '≤'} ${limit}`
}
