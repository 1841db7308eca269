import { Refusal } from './refusal.ts'

/** Deeper values than this come from nobody who means well; recursion over them would end the stack. */
const deepest = 100

/**
 * Refuses what JSON allows and the database or a later reader does not: NUL, half a surrogate pair, numbers beyond
 * the range, nesting beyond 100. Walks without recursion.
 */
export function checkJsonValue(root: unknown): void {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') checkString(value)
    else if (typeof value === 'number' && !Number.isFinite(value)) throw new Refusal(400, 'A number is out of range.')
    else if (typeof value === 'object' && value !== null) {
      if (depth === deepest) throw new Refusal(400, `The body is nested deeper than ${deepest} levels.`)
      for (const [key, item] of Object.entries(value)) {
        if (!Array.isArray(value)) checkString(key)
        waiting.push({ value: item, depth: depth + 1 })
      }
    }
  }
}

/** Refuses a text that the database cannot hold. */
export function checkString(value: string): void {
  if (value.includes('\0')) throw new Refusal(400, 'A text contains the character NUL.')
  if (!value.isWellFormed()) throw new Refusal(400, 'A text contains half of a surrogate pair.')
}
