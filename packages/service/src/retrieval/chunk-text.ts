import { sentencesOf } from './sentences.ts'

/** The longest passage, in characters: small enough that what is found is about one thing. */
export const longestChunk = 800

/**
 * Cuts a text into passages of at most 800 characters, at the ends of paragraphs where that can be, else of sentences,
 * else of words; a heading stays with what follows it. All that is not white space is in exactly one passage, in its
 * order. Takes time in proportion to the text.
 */
export function chunkText(text: string): readonly string[] {
  const chunks: string[] = []
  let current = ''
  let endsInHeading = false
  const close = () => {
    if (current !== '') chunks.push(current)
    current = ''
  }
  for (const block of blocksOf(text)) {
    const isHeading = looksLikeHeading(block)
    const isFull = current.length + block.length + 2 > longestChunk
    if (!endsInHeading && (isFull || (isHeading && current.length > longestChunk / 3))) close()
    for (const [at, piece] of piecesOf(block, longestChunk - lengthOf(current)).entries()) {
      if (at > 0) close()
      current = current === '' ? piece : `${current}\n\n${piece}`
    }
    endsInHeading = isHeading
  }
  close()
  return chunks
}

/** What a passage takes up before a further paragraph. */
function lengthOf(current: string): number {
  return current === '' ? 0 : current.length + 2
}

function blocksOf(text: string): readonly string[] {
  const blocks: string[] = []
  let lines: string[] = []
  for (const line of `${text}\n\n`.split(/\r\n?|[\n\u2028\u2029]/)) {
    const trimmed = line.trim()
    const begins = trimmed === '' || isMarkedHeading(trimmed)
    if (begins && lines.length > 0) {
      blocks.push(lines.join('\n'))
      lines = []
    }
    if (trimmed === '') continue
    if (isMarkedHeading(trimmed)) blocks.push(trimmed)
    else lines.push(trimmed)
  }
  return blocks
}

function isMarkedHeading(line: string): boolean {
  return line.startsWith('#') && line.length <= longestHeading && /^#{1,6} /.test(line)
}

const longestHeading = 100

/** One short line that ends in no sign: what Markdown marks, and what plain text has between empty lines. */
function looksLikeHeading(block: string): boolean {
  return block.length <= longestHeading && !block.includes('\n') && /[\p{L}\p{N}:]$/u.test(block)
}

/** The block, or its parts: the first fits into `room`, and each of the others into a passage of its own. */
function piecesOf(block: string, room: number): readonly string[] {
  if (block.length <= room) return [block]
  const pieces: string[] = []
  let current = ''
  for (const part of block.split('\n').flatMap(linePieces)) {
    const most = pieces.length === 0 ? room : longestChunk
    if (current !== '' && current.length + 1 + part.length > most) {
      pieces.push(current)
      current = ''
    }
    current = current === '' ? part : `${current}${part.startsWith('-') ? '\n' : ' '}${part}`
  }
  return current === '' ? pieces : [...pieces, current]
}

function linePieces(line: string): readonly string[] {
  return sentencesOf(line).flatMap(sentence => (sentence.length <= longestChunk ? [sentence] : cutAtWords(sentence)))
}

function cutAtWords(sentence: string): readonly string[] {
  const pieces: string[] = []
  let from = 0
  while (sentence.length - from > longestChunk) {
    const space = sentence.lastIndexOf(' ', from + longestChunk)
    const end = space > from ? space : wholeCharacters(sentence, from + longestChunk)
    pieces.push(sentence.slice(from, end).trim())
    from = end
  }
  pieces.push(sentence.slice(from).trim())
  return pieces.filter(piece => piece !== '')
}

/** Not between the halves of a surrogate pair, which the database would refuse. */
function wholeCharacters(text: string, end: number): number {
  const before = text.charCodeAt(end - 1)
  return before >= 0xd800 && before <= 0xdbff ? end - 1 : end
}
