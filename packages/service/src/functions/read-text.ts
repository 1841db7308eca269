import { UnfitCall } from './unfit-call.ts'

/** The text of an answer of at most so many bytes. Rejects with an UnfitCall for a longer one, and reads no further. */
export async function readText({ body }: Response, mostBytes: number): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > mostBytes) throw new UnfitCall(`The service answered with more than ${mostBytes} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
