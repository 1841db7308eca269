import { type Kind, kinds } from './found.ts'

/** The placeholders of one exchange, and what stands behind them. */
export interface Placeholders {
  /** The placeholder of a value: the same one each time. */
  of(kind: Kind | 'TEXT', value: string): string
  /** What stands behind a placeholder as a text has it; undefined for one that was never given. */
  valueOf(written: string): string | undefined
}

export function createPlaceholders(): Placeholders {
  const placeholders = new Map<string, string>()
  const values = new Map<string, string>()
  const counts = new Map<string, number>()
  return {
    of(kind, value) {
      const key = `${kind} ${value}`
      const known = placeholders.get(key)
      if (known !== undefined) return known
      const count = (counts.get(kind) ?? 0) + 1
      const name = `${kind}_${count}`
      counts.set(kind, count)
      values.set(name, value)
      placeholders.set(key, `[${name}]`)
      return `[${name}]`
    },
    valueOf: written => values.get(nameOf(written)),
  }
}

const forms = [...kinds, 'TEXT'].map(kind => kind.replace('_', '[\\s\\\\_-]{1,3}')).join('|')
const inner = `\\s{0,3}(?:${forms})[\\s\\\\_-]{1,3}\\d{1,6}\\s{0,3}`

/** `[PHONE_1]`, and what a model may make of it: `[phone 1]`, `[ Phone-1 ]`, `\[PHONE\_1\]`. */
export const placeholderPattern = new RegExp(`\\[${inner}\\]|\\\\\\[${inner}\\\\\\]`, 'gi')

/** `PHONE_1` for `[ phone 01 ]`. */
function nameOf(written: string): string {
  const words = written.toUpperCase().match(/[A-Z]+|\d+/g) ?? []
  return words.map((word, index) => (index === words.length - 1 ? String(Number(word)) : word)).join('_')
}
