/** Says that something is missing, and where it is. */
const ending = '\nThe rest is left out here; the whole of it is with the reports of the run.\n'

/** For what has been opened and is still to be closed. */
const reserve = 100

/**
 * The beginning of a markdown text, at most so long in UTF-16 units: whole lines, and no block of code or `<details>` is
 * left open. It says that it was cut; where there is no room to say so it is empty.
 */
export function cutMarkdown(text: string, most: number): string {
  if (text.length <= most) return text
  const room = most - ending.length - reserve
  if (room < 0) return ''
  const kept: string[] = []
  let length = 0
  // Where the block of code begins that the text is in.
  let fence: number | undefined
  for (const line of text.split('\n')) {
    length += line.length + 1
    if (length > room) break
    if (/^ {0,3}```/.test(line)) fence = fence === undefined ? kept.length : undefined
    kept.push(line)
  }
  const whole = kept.slice(0, fence).join('\n')
  return `${whole}\n${closing(whole)}${ending}`
}

function closing(text: string): string {
  const open = (text.match(/<details\b/g) ?? []).length - (text.match(/<\/details>/g) ?? []).length
  return '\n</details>'.repeat(Math.max(0, Math.min(open, Math.floor(reserve / '\n</details>'.length))))
}
