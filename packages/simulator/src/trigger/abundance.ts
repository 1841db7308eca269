/** Up to so many texts a scenario there is little to learn from, from so many on there is plenty. */
const little = 16
const plenty = 64

/**
 * How much a bot has to learn from, from 0 to 1, by the number of its texts, exclusions aside, and of its scenarios. Set
 * on the training parts, of which all together are plenty and 5 or 10 an intent are little.
 */
export function abundanceOf(texts: number, scenarios: number): number {
  const each = Math.min(plenty, Math.max(little, texts / Math.max(1, scenarios)))
  return Math.log(each / little) / Math.log(plenty / little)
}

/** A constant that is set for bots with little to learn from and for those with plenty. */
interface Setting {
  readonly ofLittle: number
  readonly ofPlenty: number
}

/** What holds for a bot between the two. */
export function settingAt(abundance: number, { ofLittle, ofPlenty }: Setting): number {
  return ofLittle + (ofPlenty - ofLittle) * abundance
}
