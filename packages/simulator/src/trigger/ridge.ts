/** The amount added to each text's similarity to itself: with a larger amount, a single text has less influence. */
const penalty = 0.2

/**
 * The weight of each text for a message, so that similar texts share their weight: the kernel ridge regression of the
 * message on the texts. `toMessage` contains the cosine of each text with the message, `similarities` that of each two
 * texts: the lower half of the matrix, row by row. Both are overwritten; `toMessage` becomes the result.
 */
export function ridgeShares(toMessage: Float64Array, similarities: Float64Array): Float64Array {
  const count = toMessage.length
  for (let at = 0; at < rowOffset(count); at++) similarities[at] = kernel(similarities[at] ?? 0)
  for (let row = 0; row < count; row++) {
    const diagonal = rowOffset(row) + row
    similarities[diagonal] = (similarities[diagonal] ?? 0) + penalty
    toMessage[row] = kernel(toMessage[row] ?? 0)
  }
  factorize(similarities, count)
  return solve(similarities, toMessage)
}

/** Two texts that share much are more similar than their cosine: half of it is squared. */
function kernel(cosine: number): number {
  return 0.5 * cosine + 0.5 * cosine * cosine
}

/** The offset of a row in the lower half of a matrix. */
function rowOffset(row: number): number {
  return (row * (row + 1)) >> 1
}

/**
 * The Cholesky decomposition in place, column by column. The penalty keeps the matrix positive definite for any texts.
 * Rows below the diagonal do not depend on each other: four at once take a third of the time of four in turn, because
 * the processor need not wait for each sum.
 */
function factorize(matrix: Float64Array, count: number): void {
  for (let column = 0; column < count; column++) {
    const pivot = rowOffset(column)
    const root = Math.sqrt(Math.max(reduceOne(matrix, pivot, pivot, column), penalty / 2))
    matrix[pivot + column] = root
    let row = column + 1
    for (; row + 3 < count; row += 4) reduceFour(matrix, row, pivot, column)
    for (; row < count; row++) {
      const own = rowOffset(row)
      matrix[own + column] = reduceOne(matrix, own, pivot, column) / root
    }
  }
}

/** The entry of a row in a column, less the products of the row with the pivot row in the columns before. */
function reduceOne(matrix: Float64Array, own: number, pivot: number, column: number): number {
  let sum = matrix[own + column] ?? 0
  for (let k = 0; k < column; k++) sum -= (matrix[own + k] ?? 0) * (matrix[pivot + k] ?? 0)
  return sum
}

/** The same for four rows, divided by the diagonal, in place. */
function reduceFour(matrix: Float64Array, row: number, pivot: number, column: number): void {
  const first = rowOffset(row)
  const second = rowOffset(row + 1)
  const third = rowOffset(row + 2)
  const fourth = rowOffset(row + 3)
  let a = matrix[first + column] ?? 0
  let b = matrix[second + column] ?? 0
  let c = matrix[third + column] ?? 0
  let d = matrix[fourth + column] ?? 0
  for (let k = 0; k < column; k++) {
    const factor = matrix[pivot + k] ?? 0
    a -= (matrix[first + k] ?? 0) * factor
    b -= (matrix[second + k] ?? 0) * factor
    c -= (matrix[third + k] ?? 0) * factor
    d -= (matrix[fourth + k] ?? 0) * factor
  }
  const root = matrix[pivot + column] ?? 1
  matrix[first + column] = a / root
  matrix[second + column] = b / root
  matrix[third + column] = c / root
  matrix[fourth + column] = d / root
}

/** Forward and back substitution, in place. */
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
