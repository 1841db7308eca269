import { rowOffset } from './pairwise-similarities.ts'

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

/**
 * The Cholesky decomposition in place, two columns at a time. The penalty keeps the matrix positive definite for any
 * texts. Rows below the diagonal do not depend on each other: four of them at once, in two columns, take a quarter of the
 * time of single entries, because the processor need not wait for each sum, and loads each factor once for several.
 */
function factorize(matrix: Float64Array, count: number): void {
  let column = 0
  for (; column + 1 < count; column += 2) {
    const pivot = rowOffset(column)
    const below = rowOffset(column + 1)
    const root = rootOf(reduceOne(matrix, pivot, pivot, column))
    matrix[pivot + column] = root
    matrix[below + column] = reduceOne(matrix, below, pivot, column) / root
    const nextRoot = rootOf(reduceOne(matrix, below, below, column + 1))
    matrix[below + column + 1] = nextRoot
    let row = column + 2
    for (; row + 3 < count; row += 4) reduceFour(matrix, row, pivot, column)
    for (; row < count; row++) {
      const own = rowOffset(row)
      matrix[own + column] = reduceOne(matrix, own, pivot, column) / root
      matrix[own + column + 1] = reduceOne(matrix, own, below, column + 1) / nextRoot
    }
  }
  if (column === count) return
  const last = rowOffset(column)
  matrix[last + column] = rootOf(reduceOne(matrix, last, last, column))
}

function rootOf(rest: number): number {
  return Math.sqrt(Math.max(rest, penalty / 2))
}

/** The entry of a row in a column, less the products of the row with the pivot row in the columns before. */
function reduceOne(matrix: Float64Array, own: number, pivot: number, column: number): number {
  let sum = matrix[own + column] ?? 0
  for (let k = 0; k < column; k++) sum -= (matrix[own + k] ?? 0) * (matrix[pivot + k] ?? 0)
  return sum
}

/** The same for four rows in a column and the next one, divided by the diagonal, in place. */
function reduceFour(matrix: Float64Array, row: number, pivot: number, column: number): void {
  const below = pivot + column + 1
  const first = rowOffset(row)
  const second = first + row + 1
  const third = second + row + 2
  const fourth = third + row + 3
  let a = matrix[first + column] ?? 0
  let b = matrix[second + column] ?? 0
  let c = matrix[third + column] ?? 0
  let d = matrix[fourth + column] ?? 0
  let nextA = matrix[first + column + 1] ?? 0
  let nextB = matrix[second + column + 1] ?? 0
  let nextC = matrix[third + column + 1] ?? 0
  let nextD = matrix[fourth + column + 1] ?? 0
  for (let k = 0; k < column; k++) {
    const factor = matrix[pivot + k] ?? 0
    const nextFactor = matrix[below + k] ?? 0
    const entryA = matrix[first + k] ?? 0
    a -= entryA * factor
    nextA -= entryA * nextFactor
    const entryB = matrix[second + k] ?? 0
    b -= entryB * factor
    nextB -= entryB * nextFactor
    const entryC = matrix[third + k] ?? 0
    c -= entryC * factor
    nextC -= entryC * nextFactor
    const entryD = matrix[fourth + k] ?? 0
    d -= entryD * factor
    nextD -= entryD * nextFactor
  }
  const root = matrix[pivot + column] ?? 1
  const nextFactor = matrix[below + column] ?? 0
  const nextRoot = matrix[below + column + 1] ?? 1
  a /= root
  b /= root
  c /= root
  d /= root
  matrix[first + column] = a
  matrix[second + column] = b
  matrix[third + column] = c
  matrix[fourth + column] = d
  matrix[first + column + 1] = (nextA - a * nextFactor) / nextRoot
  matrix[second + column + 1] = (nextB - b * nextFactor) / nextRoot
  matrix[third + column + 1] = (nextC - c * nextFactor) / nextRoot
  matrix[fourth + column + 1] = (nextD - d * nextFactor) / nextRoot
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
    for (let k = row + 1, at = rowOffset(row + 1) + row; k < count; at += ++k) sum -= (root[at] ?? 0) * (values[k] ?? 0)
    values[row] = sum / (root[rowOffset(row) + row] ?? 1)
  }
  return values
}
