import { paragraphsOf } from './paragraphs.ts'
import { sentencesOf } from './sentences.ts'

/** The longest passage, in characters: small enough that what is found is about one thing. */
export const longestChunk = 800

/** From this length on a heading begins a passage of its own rather than standing inside one. */
const enoughBeforeHeading = 250

/**
 * Cuts a text into passages of at most 800 characters, at the ends of paragraphs where that can be, else of sentences,
 * else of words; a heading stays with the beginning of what follows it. All that is not white space is in exactly one
 * passage, in its order. The time between two passages is short, however long the text.
 */
export function* chunkText(text: string): Generator<string> {
  let current = ''
  for (const { text: paragraph, hasHeading } of paragraphsOf(text)) {
    const isFull = current.length + 2 + paragraph.length > longestChunk
    if (current !== '' && (isFull || (hasHeading && current.length >= enoughBeforeHeading))) {
      yield current
      current = ''
    }
    if (paragraph.length <= longestChunk) {
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
      if (current !== '' && current.length + 1 + part.length > longestChunk) {
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
  for (const sentence of sentencesOf(line)) {
    if (sentence.length <= longestChunk) yield sentence
    else yield* cutAtWords(sentence)
  }
}

function* cutAtWords(sentence: string): Generator<string> {
  let from = 0
  while (from < sentence.length) {
    const space = sentence.slice(from, from + longestChunk + 1).lastIndexOf(' ')
    const isLast = sentence.length - from <= longestChunk
    const end = isLast ? sentence.length : space > 0 ? from + space : wholeCharacters(sentence, from + longestChunk)
    const piece = sentence.slice(from, end).trim()
    if (piece !== '') yield piece
    from = end
  }
}

/** Not between the halves of a surrogate pair, which the database would refuse. */
function wholeCharacters(text: string, end: number): number {
  const before = text.charCodeAt(end - 1)
  return before >= 0xd800 && before <= 0xdbff ? end - 1 : end
}
