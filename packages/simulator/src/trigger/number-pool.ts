type Numbers = Int32Array | Uint16Array | Uint32Array | Float32Array

/** The numbers in a block of memory. */
const blockSize = 1 << 14

/**
 * Creates a function that returns a new list of `size` numbers. Lists share blocks of memory: a bot has hundreds of
 * thousands of short ones, and a block for each would take more memory than the numbers.
 */
export function createNumberPool<List extends Numbers>(create: new (size: number) => List): (size: number) => List {
  let block = new create(0)
  let used = 0
  return size => {
    if (used + size > block.length) {
      block = new create(Math.max(size, blockSize))
      used = 0
    }
    used += size
    return block.subarray(used - size, used) as List
  }
}
