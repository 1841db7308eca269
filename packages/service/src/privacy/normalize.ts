/** A text in the form in which personal data is searched, and the places of its characters in the original. */
export interface NormalizedText {
  readonly text: string
  /** The range of the original from which a range of the text was made. */
  locate(range: { readonly start: number; readonly end: number }): { readonly start: number; readonly end: number }
}

/** Characters without any width: soft hyphens, zero-width spaces, marks of direction, and other formats. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Every space and every dash has one form. */
const space = /^\p{Zs}$/u
const dash = /^[\p{Pd}\u2212]$/u
/** A digit of any script, with the marks on it, such as the box of a keycap. */
const digit = /^(\p{Nd})\p{M}*$/u
const otherDigit = /(?![0-9])\p{Nd}|[0-9]\p{M}/u
/** The compatibility form of these is a word, and the patterns know the sign. */
const kept = /[\u2116\u00ba\u00aa]/u
/** A character with its marks. Sorting more marks would take quadratic time. */
const clusters = /\P{M}\p{M}{0,8}|\p{M}{1,8}/gsu
const tooManyMarks = /\p{M}{9}/u
/** A character whose compatibility form is longer stays as it is, so that a text does not grow. */
const maxFormLength = 4

/**
 * Normalizes a text, so that a value is found however it is written: full-width and other compatibility forms (NFKC),
 * digits of any script, spaces and dashes of any width, and without invisible characters. Takes linear time.
 */
export function normalizeForSearch(text: string): NormalizedText {
  if (isNormal(text)) return { text, locate: range => range }
  const places: { readonly start: number; readonly end: number }[] = []
  let normalized = ''
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const form = formOf(cluster)
    normalized += form
    for (let unit = 0; unit < form.length; unit += 1) places.push({ start: index, end: index + cluster.length })
  }
  return {
    text: normalized,
    locate: ({ start, end }) => ({ start: places[start]?.start ?? 0, end: places[end - 1]?.end ?? 0 }),
  }
}

function isNormal(text: string): boolean {
  // Most texts are decided by the first test.
  if (!/[^\n\r\t -~]/.test(text)) return true
  if (text.search(invisible) !== -1 || /(?! )\p{Zs}|(?!-)\p{Pd}|\u2212/u.test(text)) return false
  if (tooManyMarks.test(text) || otherDigit.test(text)) return false
  return text.normalize('NFKC') === text
}

function formOf(cluster: string): string {
  const visible = cluster.replaceAll(invisible, '')
  if (space.test(visible)) return ' '
  if (dash.test(visible)) return '-'
  if (kept.test(visible)) return visible
  const form = visible.normalize('NFKC')
  const [, sign] = digit.exec(form) ?? []
  if (sign !== undefined) return toAsciiDigit(sign)
  return form.length > Math.max(maxFormLength, visible.length) ? visible : form
}

/** The digits of a script follow each other, from 0 on, and at most those of one other script are right before them. */
function toAsciiDigit(sign: string): string {
  const place = sign.codePointAt(0) ?? 0
  let start = place
  while (/^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start -= 1
  return String((place - start) % 10)
}
