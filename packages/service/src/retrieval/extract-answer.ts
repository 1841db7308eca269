import type { Passage } from '../knowledge/passage.ts'

/** What passages say word for word to a question, at most `most` characters, and the passages that it is from. */
export function extractAnswer(
  passages: readonly Passage[],
  _query: string,
  { most }: { readonly most: number },
): { readonly text: string; readonly used: readonly Passage[] } {
  const used = passages.slice(0, 1)
  return { text: used.map(({ text }) => text.slice(0, most)).join('\n\n'), used }
}
