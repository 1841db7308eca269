/** Texts per scenario: up to `little` the training size is 0, from `plenty` on it is 1. */
const little = 16
const plenty = 64

/**
 * The training size of a bot, from 0 to 1 on a logarithmic scale, by the number of texts per scenario without
 * exclusions. Tuned on the training sets: 5 or 10 examples per intent are few, all of them are plenty.
 */
export function measureTrainingSize(texts: number, scenarios: number): number {
  const each = Math.min(plenty, Math.max(little, texts / Math.max(1, scenarios)))
  return Math.log(each / little) / Math.log(plenty / little)
}

/** A constant with a value for each end of the scale. */
interface Setting {
  readonly ofLittle: number
  readonly ofPlenty: number
}

/** Interpolates a setting by the training size. */
export function interpolateSetting(trainingSize: number, { ofLittle, ofPlenty }: Setting): number {
  return ofLittle + (ofPlenty - ofLittle) * trainingSize
}
