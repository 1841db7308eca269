/** The amount added to each text's similarity to itself: with a larger amount, a single text has less influence. */
const penalty = 0.2

/**
 * The weight of each text for a message, so that similar texts share their weight: the kernel ridge regression of the
 * message on the texts. `toMessage` contains the cosine of each text with the message, `similarities` that of each two
 * texts: the lower half of the matrix, row by row.
 */
export function ridgeShares(toMessage: Float64Array, similarities: Float64Array): Float64Array {
  const count = toMessage.length
  const matrix = similarities.map(kernel)
  for (let row = 0; row < count; row++) {
    const diagonal = rowOffset(row) + row
    matrix[diagonal] = (matrix[diagonal] ?? 0) + penalty
  }
  factorize(matrix, count)
  return solve(matrix, toMessage.map(kernel))
}

/** Two texts that share much are more similar than their cosine: half of it is squared. */
function kernel(cosine: number): number {
  return 0.5 * cosine + 0.5 * cosine * cosine
}

/** The offset of a row in the lower half of a matrix. */
function rowOffset(row: number): number {
  return (row * (row + 1)) / 2
}

/** The Cholesky decomposition in place. The penalty keeps the matrix positive definite for any texts. */
function factorize(matrix: Float64Array, count: number): void {
  for (let row = 0; row < count; row++) {
    const own = rowOffset(row)
    for (let column = 0; column <= row; column++) {
      const other = rowOffset(column)
      let sum = matrix[own + column] ?? 0
      for (let k = 0; k < column; k++) sum -= (matrix[own + k] ?? 0) * (matrix[other + k] ?? 0)
      matrix[own + column] =
        column === row ? Math.sqrt(Math.max(sum, penalty / 2)) : sum / (matrix[other + column] ?? 1)
    }
  }
}

/** Forward and back substitution. */
function solve(root: Float64Array, values: Float64Array): Float64Array {
  const count = values.length
  for (let row = 0; row < count; row++) {
    const own = rowOffset(row)
    let sum = values[row] ?? 0
    for (let k = 0; k < row; k++) sum -= (root[own + k] ?? 0) * (values[k] ?? 0)
    values[row] = sum / (root[own + row] ?? 1)
  }
  for (let row = count - 1; row >= 0; row--) {
    let sum = values[row] ?? 0
    for (let k = row + 1; k < count; k++) sum -= (root[rowOffset(k) + row] ?? 0) * (values[k] ?? 0)
    values[row] = sum / (root[rowOffset(row) + row] ?? 1)
  }
  return values
}
