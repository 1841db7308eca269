import { evaluationLimits } from '@scenewright/model/limits'
import { chargeCharacters } from '../evaluate/budget.ts'
import type { Call } from '../evaluate/value.ts'
import { mismatch, optionalTextAt } from './arguments.ts'

/** `normalize`: both its result and its time are bounded before it begins. */
export function normalizeText(text: string, call: Call): string {
  const form = optionalTextAt(call, 0) ?? 'NFC'
  const decomposed = decompositions[form]
  if (decomposed === undefined) return mismatch(call, 0, 'one of NFC, NFD, NFKC, NFKD')
  chargeMarks(text, call)
  if (text.length * mostForOne > evaluationLimits.characters) chargeLength(text, decomposed, call)
  return text.normalize(form)
}

/** Each form, and the one with the same characters in parts, which has at least its length. */
const decompositions: Readonly<Partial<Record<string, string>>> = { NFC: 'NFD', NFD: 'NFD', NFKC: 'NFKD', NFKD: 'NFKD' }

/** The characters that one becomes at most: U+FDFA in the forms NFKC and NFKD. */
const mostForOne = 18

const pieceLength = 10_000

/** Measures the result in pieces: the parts of a character do not depend on the characters around it. */
function chargeLength(text: string, form: string, { site }: Call): void {
  const { run } = site.frame
  let length = 0
  for (let start = 0; start < text.length && run.characters + length <= evaluationLimits.characters; ) {
    // A piece ends before a surrogate pair, or after it.
    const end = start + pieceLength + Number((text.codePointAt(start + pieceLength - 1) ?? 0) > 0xff_ff)
    length += text.slice(start, end).normalize(form).length
    start = end
  }
  if (run.characters + length > evaluationLimits.characters) chargeCharacters(site, length)
}

// Marks between letters are sorted by insertion. In halfwidth kana, two marks are letters before.
const manyMarks = /[\p{M}\uff9e\uff9f]{64,}/gu

function chargeMarks(text: string, { site }: Call): void {
  for (const [{ length }] of text.matchAll(manyMarks)) chargeCharacters(site, length ** 2)
}
