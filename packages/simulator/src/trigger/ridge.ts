/** A symmetric matrix with the numbers of its lower half, row by row. */
type LowerHalf = Float64Array

/** What is added to each text's likeness to itself: the more, the less a single text decides. */
const penalty = 0.2

/**
 * How much each of some texts speaks for a message, so that texts that say the same share what they have to say: the
 * kernel ridge regression of the message on the texts. `likeness(i, j)` is the cosine of two texts, `i` not below `j`;
 * `toMessage` has the cosine of each with the message.
 */
export function ridgeShares(toMessage: Float64Array, likeness: (i: number, j: number) => number): Float64Array {
  const count = toMessage.length
  const matrix = new Float64Array((count * (count + 1)) / 2)
  for (let row = 0; row < count; row++) {
    for (let column = 0; column <= row; column++) matrix[at(row, column)] = kernel(likeness(row, column))
    matrix[at(row, row)] = (matrix[at(row, row)] ?? 0) + penalty
  }
  factorize(matrix, count)
  return solve(matrix, toMessage.map(kernel))
}

/** Two texts that share much are more alike than their cosine says: a half of it is squared. */
function kernel(cosine: number): number {
  return 0.5 * cosine + 0.5 * cosine * cosine
}

function at(row: number, column: number): number {
  return (row * (row + 1)) / 2 + column
}

/** Cholesky's: the matrix becomes its root. The penalty keeps it positive, whatever the texts. */
function factorize(matrix: LowerHalf, count: number): void {
  for (let row = 0; row < count; row++) {
    const ownRow = at(row, 0)
    for (let column = 0; column <= row; column++) {
      const otherRow = at(column, 0)
      let sum = matrix[ownRow + column] ?? 0
      for (let k = 0; k < column; k++) sum -= (matrix[ownRow + k] ?? 0) * (matrix[otherRow + k] ?? 0)
      matrix[ownRow + column] = column === row ? Math.sqrt(Math.max(sum, penalty / 2)) : sum / (matrix[otherRow + column] ?? 1)
    }
  }
}

/** Forwards through the root, and backwards through its mirror. */
function solve(root: LowerHalf, values: Float64Array): Float64Array {
  const count = values.length
  for (let row = 0; row < count; row++) {
    let sum = values[row] ?? 0
    for (let k = 0; k < row; k++) sum -= (root[at(row, k)] ?? 0) * (values[k] ?? 0)
    values[row] = sum / (root[at(row, row)] ?? 1)
  }
  for (let row = count - 1; row >= 0; row--) {
    let sum = values[row] ?? 0
    for (let k = row + 1; k < count; k++) sum -= (root[at(k, row)] ?? 0) * (values[k] ?? 0)
    values[row] = sum / (root[at(row, row)] ?? 1)
  }
  return values
}
