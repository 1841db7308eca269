import { type Language, phoneRegions } from '@scenewright/model'
import { findPersonal } from './find-personal.ts'
import { loadLibraries } from './libraries.ts'
import { piecesOf } from './pieces.ts'
import { createPlaceholders, placeholderPattern } from './placeholders.ts'

/** Hides personal data for the length of one exchange: the same value is always hidden behind the same placeholder. */
export interface Anonymiser {
  /**
   * The text with placeholders, `[PHONE_1]`, where something personal stands, and where it has what looks like a
   * placeholder itself. Give it each text once. In a long text others get their turn. Never rejects.
   */
  hide(text: string): Promise<string>
  /** The text with what was hidden in the place of its placeholders, also where a model has changed their case or spaces. */
  show(text: string): string
}

/** An anonymiser for a bot of that language: its countries' phone numbers are known without a country code. */
export async function createAnonymiser(language: Language): Promise<Anonymiser> {
  const libraries = await loadLibraries()
  const placeholders = createPlaceholders()

  const hideFound = (text: string) => {
    const found = findPersonal(text, phoneRegions[language], libraries)
    const shown = found.map(({ kind, start, end }, index) => {
      const before = text.slice(found[index - 1]?.end ?? 0, start)
      return before + placeholders.of(kind, text.slice(start, end))
    })
    return shown.join('') + text.slice(found.at(-1)?.end ?? 0)
  }
  const hidePiece = (text: string) => {
    // A placeholder that the customer typed is hidden, too: so it is told from one of ours, and comes back as it was.
    const typed = Array.from(text.matchAll(placeholderPattern))
    const parts = text.split(placeholderPattern).map(hideFound)
    return parts.map((part, index) => part + (typed[index] ? placeholders.of('TEXT', typed[index][0]) : '')).join('')
  }
  return {
    async hide(text) {
      const hidden: string[] = []
      for (const piece of piecesOf(text)) {
        if (hidden.length > 0) await new Promise(resolve => setImmediate(resolve))
        hidden.push(hidePiece(piece))
      }
      return hidden.join('')
    },
    show: text => text.replace(placeholderPattern, written => placeholders.valueOf(written) ?? written),
  }
}
