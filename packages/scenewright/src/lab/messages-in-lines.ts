/** As much of a line is kept, in UTF-16 units: nobody writes a longer message, and memory is bounded. */
const longest = 100_000

/** The lines of a text that comes in pieces, whatever ends them. */
export async function* messagesInLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\r|\n/)
    rest = (lines.pop() ?? '').slice(0, longest)
    yield* lines
  }
  yield rest
}
