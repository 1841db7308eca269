import type { SemanticCosines } from '../../src/retrieval/search-passages.ts'
import { createRandom } from './random.ts'

/** The qualities of simulated models: the typical cosine of a question and the passage that answers it. */
export const simulatedModels = { bad: 0.2, medium: 0.35, good: 0.45 } as const

/** How many passages of other documents are related to a question. */
const related = 12

/**
 * The cosines of a question and passages as a model of some quality has them: around 0.08 for unrelated passages, around
 * 0.3 for related ones, and around `typical` for the passages of the document that answers it. It reads no text, so it
 * shows only how rankings are combined, not how good any model is.
 */
export function simulateCosines(
  ids: readonly string[],
  { right, typical, seed }: { readonly right: string | undefined; readonly typical: number; readonly seed: number },
): SemanticCosines {
  const random = createRandom(seed)
  const around = (mean: number, spread: number) =>
    mean + spread * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const cosines = Float32Array.from(ids, () => around(0.08, 0.06))
  for (let count = 0; count < related; count++) cosines[Math.floor(random() * ids.length)] = around(0.3, 0.08)
  ids.forEach((id, place) => {
    if (id === right) cosines[place] = around(typical, 0.1)
  })
  return { cosines, background: 0.2 }
}
