/** Of a longer walk nobody reads the middle, and of thousands of them no memory is left. */
const longest = 100

/** The walk where it is short enough to prove anything to a person. */
export function readableWalk(walk: readonly string[] | undefined): readonly string[] | undefined {
  return walk === undefined || walk.length > longest ? undefined : walk
}
