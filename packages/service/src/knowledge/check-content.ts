import { Refusal } from '../http/refusal.ts'
import { longestContent } from '../schemas/knowledge.ts'

/** Throws a Refusal 400 for a content of more than 2 MB. */
export function checkContent(content: string): void {
  if (Buffer.byteLength(content) > longestContent) {
    throw new Refusal(400, `The field "content" has more than ${longestContent} bytes.`)
  }
}
