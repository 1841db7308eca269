import type { Language } from '@scenewright/model/config'
import { phoneRegions } from '@scenewright/model/personal-data'
import { findPersonal } from './find-personal.ts'
import { type Kind, kinds } from './found.ts'
import { loadLibraries } from './libraries.ts'

/** Masks personal data in texts that leave the service, for one exchange: a value always gets the same placeholder. */
export interface Pseudonymizer {
  /** Explains the placeholders to a model; sent unchanged. */
  readonly note: string
  /**
   * Replaces personal data with placeholders, such as `[PHONE_1]`, and also text that looks like a placeholder. Call it
   * only once per text. Long texts are masked in slices. Never rejects.
   */
  mask(text: string): Promise<string>
  /** Restores the values, even if a model changed the case or the spaces of a placeholder. */
  restore(text: string): string
}

/** Masks nothing. */
export const noPseudonymizer: Pseudonymizer = { note: '', mask: async text => text, restore: text => text }

const placeholderNote =
  'What stands in brackets, such as [PHONE_1], stands for what you may not see: write it as it stands.'

/** The placeholders of one exchange, and their values. */
interface Placeholders {
  /** The placeholder of a value: the same one each time. */
  of(kind: Kind | 'TEXT', value: string): string
  /** The value of a placeholder as written in a text; undefined for an unknown one. */
  valueOf(written: string): string | undefined
}

const forms = [...kinds, 'TEXT'].map(kind => kind.replace('_', '[\\s\\\\_-]{1,3}')).join('|')

const inner = `\\s{0,3}(?:${forms})[\\s\\\\_-]{1,3}\\d{1,6}\\s{0,3}`

/** `[PHONE_1]`, and variants that a model may write: `[phone 1]`, `[ Phone-1 ]`, `\[PHONE\_1\]`. */
const placeholderPattern = new RegExp(`\\[${inner}\\]|\\\\\\[${inner}\\\\\\]`, 'gi')

/** The maximum length of a piece, in characters. */
const maxPieceLength = 32_768

/** An opening bracket close to the end: a placeholder may continue beyond the cut. */
const openBracket = /\\?\[[^[\]]{0,40}$/

/** Creates a pseudonymizer that recognizes phone numbers of a language's countries without their country codes. */
export async function createPseudonymizer(language: Language): Promise<Pseudonymizer> {
  const libraries = await loadLibraries()
  const placeholders = createPlaceholders()

  const maskFound = (text: string) => {
    const found = findPersonal(text, phoneRegions[language], libraries)
    const shown = found.map(({ kind, start, end }, index) => {
      const before = text.slice(found[index - 1]?.end ?? 0, start)
      return before + placeholders.of(kind, text.slice(start, end))
    })
    return shown.join('') + text.slice(found.at(-1)?.end ?? 0)
  }
  const maskPiece = (text: string) => {
    // A placeholder that the customer typed is masked too, so that it is not confused with ours.
    const typed = Array.from(text.matchAll(placeholderPattern))
    const parts = text.split(placeholderPattern).map(maskFound)
    return parts.map((part, index) => part + (typed[index] ? placeholders.of('TEXT', typed[index][0]) : '')).join('')
  }
  return {
    note: placeholderNote,
    async mask(text) {
      const hidden: string[] = []
      for (const piece of piecesOf(text)) {
        if (hidden.length > 0) await new Promise(resolve => setImmediate(resolve))
        hidden.push(maskPiece(piece))
      }
      return hidden.join('')
    },
    restore: text => text.replace(placeholderPattern, written => placeholders.valueOf(written) ?? written),
  }
}

/**
 * A text divided into pieces of at most 32,768 characters, if possible between words, so that each takes bounded time.
 * No placeholder is divided.
 */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  while (text.length - start > maxPieceLength) {
    const window = text.slice(start, start + maxPieceLength)
    const space = Math.max(window.lastIndexOf('\n'), window.lastIndexOf(' '))
    const length = beforeBracket(window.slice(0, space > maxPieceLength / 2 ? space + 1 : maxPieceLength))
    pieces.push(text.slice(start, start + length))
    start += length
  }
  return [...pieces, text.slice(start)]
}

function beforeBracket(piece: string): number {
  const tail = piece.slice(-48)
  return piece.length - tail.length + (openBracket.exec(tail)?.index ?? tail.length)
}

function createPlaceholders(): Placeholders {
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

/** `PHONE_1` for `[ phone 01 ]`. */
function nameOf(written: string): string {
  const words = written.toUpperCase().match(/[A-Z]+|\d+/g) ?? []
  return words.map((word, index) => (index === words.length - 1 ? String(Number(word)) : word)).join('_')
}
