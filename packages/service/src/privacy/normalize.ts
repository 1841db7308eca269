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
/** The compatibility form of these is a word, and the patterns know the sign. */
const kept = /[\u2116\u00ba\u00aa]/u
/** A character with its marks. Sorting more marks would take quadratic time. */
const clusters = /\P{M}\p{M}{0,8}|\p{M}{1,8}/gsu
const tooManyMarks = /\p{M}{9}/u
/** A character whose compatibility form is longer stays as it is, so that a text does not grow. */
const maxFormLength = 4

/**
 * Normalizes a text, so that a value is found however it is written: full-width and other compatibility forms (NFKC),
 * spaces and dashes of any width, and without invisible characters. Takes linear time.
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
  if (text.search(invisible) !== -1 || /(?! )\p{Zs}|(?!-)\p{Pd}|\u2212/u.test(text) || tooManyMarks.test(text))
    return false
  return text.normalize('NFKC') === text
}

function formOf(cluster: string): string {
  const visible = cluster.replaceAll(invisible, '')
  if (space.test(visible)) return ' '
  if (dash.test(visible)) return '-'
  if (kept.test(visible)) return visible
  const form = visible.normalize('NFKC')
  return form.length > Math.max(maxFormLength, visible.length) ? visible : form
}
