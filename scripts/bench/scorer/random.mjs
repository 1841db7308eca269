/** Random numbers from 0 to below 1 that depend only on the seed (mulberry32). */
export function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from 0 to below `limit`. */
export function below(random, limit) {
  return Math.floor(random() * limit)
}

/** The same items in a random order. */
export function shuffled(things, random) {
  const all = [...things]
  for (let last = all.length - 1; last > 0; last--) {
    const other = below(random, last + 1)
    ;[all[last], all[other]] = [all[other], all[last]]
  }
  return all
}
