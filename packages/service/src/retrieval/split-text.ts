/** The maximum length of a passage, in characters: small enough to have one subject. */
export const maxChunkLength = 800

/** From this length on, a heading begins a new passage instead of being part of one. */
const enoughBeforeHeading = 250

/**
 * Splits a text into passages of at most 800 characters, if possible at the ends of paragraphs, else of sentences, else
 * of words; a heading stays with the beginning of the text below it. Everything except white space is in exactly one
 * passage, in order. The time between two passages is short, however long the text.
 */
export function* chunkText(text: string): Generator<string> {
  let current = ''
  for (const { text: paragraph, hasHeading } of splitParagraphs(text)) {
    const isFull = current.length + 2 + paragraph.length > maxChunkLength
    if (current !== '' && (isFull || (hasHeading && current.length >= enoughBeforeHeading))) {
      yield current
      current = ''
    }
    if (paragraph.length <= maxChunkLength) {
      current = current === '' ? paragraph : `${current}\n\n${paragraph}`
      continue
    }
    const pieces = [...cutParagraph(paragraph)]
    yield* pieces.slice(0, -1)
    current = pieces.at(-1) ?? ''
  }
  if (current !== '') yield current
}

/** The parts of a paragraph that is too long for one passage. */
function* cutParagraph(paragraph: string): Generator<string> {
  let current = ''
  for (const line of paragraph.split('\n')) {
    let before = '\n'
    for (const part of partsOf(line)) {
      if (current !== '' && current.length + 1 + part.length > maxChunkLength) {
        yield current
        current = ''
      }
      current = current === '' ? part : `${current}${before}${part}`
      before = ' '
    }
  }
  if (current !== '') yield current
}

function* partsOf(line: string): Generator<string> {
  for (const sentence of splitSentences(line)) {
    if (sentence.length <= maxChunkLength) yield sentence
    else yield* cutAtWords(sentence)
  }
}

function* cutAtWords(sentence: string): Generator<string> {
  let from = 0
  while (from < sentence.length) {
    const space = sentence.slice(from, from + maxChunkLength + 1).lastIndexOf(' ')
    const isLast = sentence.length - from <= maxChunkLength
    const end = isLast ? sentence.length : space > 0 ? from + space : wholeCharacters(sentence, from + maxChunkLength)
    const piece = sentence.slice(from, end).trim()
    if (piece !== '') yield piece
    from = end
  }
}

/** Not within a surrogate pair, which the database would reject. */
function wholeCharacters(text: string, end: number): number {
  const before = text.charCodeAt(end - 1)
  return before >= 0xd800 && before <= 0xdbff ? end - 1 : end
}

/** A paragraph, its lines trimmed, with the headings above it. */
interface Paragraph {
  readonly text: string
  readonly hasHeading: boolean
}

/** A longer one is returned in parts: endless text must not take endless time. */
const maxParagraphLength = 20_000
const maxHeadingLength = 100
/** Consecutive headings are joined to the next text up to this length. */
const maxHeadingsLength = 300

/** Splits a text at empty lines and headings. No paragraph is empty. */
function* splitParagraphs(text: string): Generator<Paragraph> {
  let headings = ''
  for (const block of blocksOf(text)) {
    if (looksLikeHeading(block) && headings.length < maxHeadingsLength) {
      headings += `${block}\n\n`
      continue
    }
    yield { text: `${headings}${block}`, hasHeading: headings !== '' }
    headings = ''
  }
  if (headings !== '') yield { text: headings.trimEnd(), hasHeading: true }
}

/** A single short line without final punctuation: marked in Markdown, or between empty lines in plain text. */
export function looksLikeHeading(block: string): boolean {
  return block.length <= maxHeadingLength && !block.includes('\n') && /[\p{L}\p{N}]$/u.test(block)
}

function* blocksOf(text: string): Generator<string> {
  let block = ''
  for (const line of linesOf(text)) {
    const isHeading = line.length <= maxHeadingLength && /^#{1,6} /.test(line)
    if (block !== '' && (line === '' || isHeading || block.length > maxParagraphLength)) {
      yield block
      block = ''
    }
    if (isHeading) yield line
    else if (line !== '') block = block === '' ? line : `${block}\n${line}`
  }
  if (block !== '') yield block
}

/** Trimmed, with one empty line for any number of them; a very long line is split into parts. */
function* linesOf(text: string): Generator<string> {
  let from = 0
  for (const { index, 0: gap } of text.matchAll(/[\r\n\u2028\u2029]\s*/g)) {
    yield* splitBlock(text, from, index)
    if (severalBreaks.test(gap)) yield ''
    from = index + gap.length
  }
  yield* splitBlock(text, from, text.length)
}

const severalBreaks = /^(\r\n|\r(?!\n)|[\n\u2028\u2029])\s*[\r\n\u2028\u2029]/

function* splitBlock(text: string, from: number, to: number): Generator<string> {
  let start = from
  while (to - start > maxParagraphLength) {
    const space = text.slice(start, start + maxParagraphLength).lastIndexOf(' ')
    const end = start + (space > 0 ? space : maxParagraphLength)
    const isSplit = /[\ud800-\udbff]/.test(text.charAt(end - 1))
    yield text.slice(start, isSplit ? end - 1 : end).trim()
    start = isSplit ? end - 1 : end
  }
  yield text.slice(start, to).trim()
}

const enders: ReadonlySet<string> = new Set('.!?\u2026\u3002\uff01\uff1f')
/** Quotes and brackets that a sentence closes after its end. */
const closers: ReadonlySet<string> = new Set('"\'\u00bb\u201d\u2019)]')
/** The maximum number of either: endless signs must not take endless time. */
const maxSigns = 4

/**
 * The sentences of a line of text, in order, trimmed and not empty. A period after a short word or number counts as
 * part of an abbreviation or a date. The time between two of them is short.
 */
export function* splitSentences(line: string): Generator<string> {
  let from = 0
  for (const { index, 0: space } of line.matchAll(/\s+/g)) {
    if (!isEnd(line, index, index + space.length)) continue
    const sentence = line.slice(from, index).trim()
    if (sentence !== '') yield sentence
    from = index + space.length
  }
  const last = line.slice(from).trim()
  if (last !== '') yield last
}

/**
 * A sentence does not begin with a lower-case letter, nor end after an abbreviation or an ordinal: `z. B.`, `3. May`.
 */
function isEnd(line: string, space: number, next: number): boolean {
  const closed = skipBack(line, space, closers)
  const stop = skipBack(line, closed, enders)
  if (stop === closed || /\p{Ll}/u.test(line.charAt(next))) return false
  if (line.slice(stop, closed) !== '.') return true
  const word = /[\p{L}\p{N}]*$/u.exec(line.slice(Math.max(0, stop - 12), stop))?.[0] ?? ''
  return word.length > 2 || (word.length === 0 && stop > 0)
}

/** The start of the last few signs before `end` that are among `signs`. */
function skipBack(line: string, end: number, signs: ReadonlySet<string>): number {
  let start = end
  while (start > 0 && end - start < maxSigns && signs.has(line.charAt(start - 1))) start--
  return start
}
