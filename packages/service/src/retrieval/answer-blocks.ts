import { looksLikeHeading } from './paragraphs.ts'
import { sentencesOf } from './sentences.ts'

/** A sentence or an item of a list, and what stands between it and the one before. */
export interface AnswerPart {
  readonly text: string
  readonly before: ' ' | '\n'
}

const item = /^([-*\u2022\u2013]|\d{1,3}[.)])\s/

/**
 * The paragraphs of a passage as a customer is to read them: marks of headings taken off; a heading together with what
 * it is above, and a list with the line that leads to it.
 */
export function blocksOf(text: string): readonly string[] {
  const blocks: string[] = []
  let isOpen = false
  for (const raw of text.split('\n\n')) {
    const block = raw.replace(/^#{1,6} +/, '').trim()
    if (block === '') continue
    const last = blocks.at(-1)
    if (last !== undefined && (isOpen || (item.test(block) && last.endsWith(':')))) {
      blocks[blocks.length - 1] = `${last}\n${block}`
    } else blocks.push(block)
    isOpen = looksLikeHeading(block)
  }
  return blocks
}

/** The sentences of a paragraph, and the items of its lists, in their order. */
export function partsOf(block: string): readonly AnswerPart[] {
  return block
    .split('\n')
    .flatMap(line =>
      (item.test(line) ? [line] : [...sentencesOf(line)]).map(
        (text, at): AnswerPart => ({ text, before: at === 0 ? '\n' : ' ' }),
      ),
    )
}
