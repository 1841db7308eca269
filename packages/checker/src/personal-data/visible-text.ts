/** A text as a reader sees it, and the places of its characters in the original. */
interface VisibleText {
  readonly text: string
  /** The range of the original that shows a range of the text. */
  locate(range: { readonly start: number; readonly end: number }): { readonly start: number; readonly end: number }
}

/** Characters without any width, and the full-width forms of ASCII, which Asian keyboards write. */
const unusual = /\p{Default_Ignorable_Code_Point}+|[\uff01-\uff5e]/gu

/** A text without invisible characters, and with ASCII in the place of its full-width forms. Takes linear time. */
export function visibleText(original: string): VisibleText {
  if (original.search(unusual) === -1) return { text: original, locate: ({ start, end }) => ({ start, end }) }
  const places: number[] = []
  let text = ''
  let end = 0
  const keep = (until: number) => {
    text += original.slice(end, until)
    for (; end < until; end += 1) places.push(end)
  }
  for (const { 0: sign, index } of original.matchAll(unusual)) {
    keep(index)
    if (/[\uff01-\uff5e]/.test(sign)) {
      text += String.fromCharCode(sign.charCodeAt(0) - 0xfee0)
      places.push(index)
    }
    end = index + sign.length
  }
  keep(original.length)
  return {
    text,
    locate: range => ({ start: places[range.start] ?? 0, end: (places[range.end - 1] ?? 0) + 1 }),
  }
}
