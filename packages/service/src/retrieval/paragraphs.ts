/** A paragraph, its lines trimmed, with the headings above it. */
export interface Paragraph {
  readonly text: string
  readonly hasHeading: boolean
}

/** One that goes on longer is given in parts: text without end must not take time without end. */
const longestParagraph = 20_000
const longestHeading = 100
/** Headings in a row are held back for what follows them up to this length. */
const longestHeadings = 300

/** The paragraphs of a text, in their order: what stands between empty lines and headings. None is empty. */
export function* paragraphsOf(text: string): Generator<Paragraph> {
  let headings = ''
  for (const block of blocksOf(text)) {
    if (looksLikeHeading(block) && headings.length < longestHeadings) {
      headings += `${block}\n\n`
      continue
    }
    yield { text: `${headings}${block}`, hasHeading: headings !== '' }
    headings = ''
  }
  if (headings !== '') yield { text: headings.trimEnd(), hasHeading: true }
}

/** One short line that ends in no sign: what Markdown marks, and what plain text has between empty lines. */
export function looksLikeHeading(block: string): boolean {
  return block.length <= longestHeading && !block.includes('\n') && /[\p{L}\p{N}]$/u.test(block)
}

function* blocksOf(text: string): Generator<string> {
  let block = ''
  for (const line of linesOf(text)) {
    const isHeading = line.length <= longestHeading && /^#{1,6} /.test(line)
    if (block !== '' && (line === '' || isHeading || block.length > longestParagraph)) {
      yield block
      block = ''
    }
    if (isHeading) yield line
    else if (line !== '') block = block === '' ? line : `${block}\n${line}`
  }
  if (block !== '') yield block
}

/** Trimmed, and an empty one for any number of them; a line that goes on for too long comes in parts. */
function* linesOf(text: string): Generator<string> {
  let from = 0
  for (const { index, 0: gap } of text.matchAll(/[\r\n\u2028\u2029]\s*/g)) {
    yield* partsOf(text, from, index)
    if (severalBreaks.test(gap)) yield ''
    from = index + gap.length
  }
  yield* partsOf(text, from, text.length)
}

const severalBreaks = /^(\r\n|\r(?!\n)|[\n\u2028\u2029])\s*[\r\n\u2028\u2029]/

function* partsOf(text: string, from: number, to: number): Generator<string> {
  let start = from
  while (to - start > longestParagraph) {
    const space = text.slice(start, start + longestParagraph).lastIndexOf(' ')
    const end = start + (space > 0 ? space : longestParagraph)
    const isSplit = /[\ud800-\udbff]/.test(text.charAt(end - 1))
    yield text.slice(start, isSplit ? end - 1 : end).trim()
    start = isSplit ? end - 1 : end
  }
  yield text.slice(start, to).trim()
}
