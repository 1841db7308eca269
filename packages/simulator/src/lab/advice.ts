import { fold } from '../trigger/fold.ts'
import type { CollidingExample } from './collisions.ts'

/** What to do about two scenarios that collide. Plain data: a report finds the words. */
export type Advice =
  /** Both have the same example: one of them is to lose it. */
  | { readonly kind: 'same'; readonly text: string }
  /** Their examples stand for each other: they may be one scenario. */
  | { readonly kind: 'merge' }
  /** One takes what is the other's: `scenario` is to have `text` among its exclusions. */
  | { readonly kind: 'exclusion'; readonly scenario: string; readonly text: string }
  /** The examples say too little of what sets the two apart. */
  | { readonly kind: 'reword'; readonly text: string }

/** From this part of both scenarios' examples on, they are hardly two. */
const mergeShare = 0.5

/** Advises on the colliding examples of a pair, worst first; `size` is how many examples the two have together. */
export function adviceOn(examples: readonly CollidingExample[], size: number): Advice {
  const same = examples.find(({ text, nearest }) => nearest !== undefined && fold(nearest.text) === fold(text))
  if (same !== undefined) return { kind: 'same', text: same.text }
  const sides = new Set(examples.map(({ scenario }) => scenario))
  if (sides.size === 2 && examples.length >= 4 && examples.length >= size * mergeShare) return { kind: 'merge' }
  const lost = examples.filter(({ starts }) => starts)
  const [worst] = lost
  if (worst !== undefined && lost.every(({ rival }) => rival === worst.rival)) {
    return { kind: 'exclusion', scenario: worst.rival, text: worst.text }
  }
  return { kind: 'reword', text: examples[0]?.text ?? '' }
}
