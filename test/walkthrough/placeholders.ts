const token = /[\w-]*…/g
const beginningOfId = /^[0-9a-f]{8}-…$/
const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** What is different in each run, though no placeholder stands for it yet: ids, the beginnings of hashes, times and counts of writes. */
const varying = new RegExp(
  `${id}|\\b[0-9a-f]{8}\\b(?!-…)|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z|(?<=applied ).*(?= by run)|(?<=serial )\\d+`,
  'g',
)

/**
 * What the placeholders of a page stand for in one run. `…` stands for any characters in a line, and alone in a line for any lines.
 * `sk_…` stands for one word that begins so, and `4f0c2d0e-…` for one UUID, whichever: the same one each time that the page shows it.
 */
export class Placeholders {
  readonly #values = new Map<string, string>()

  /** Whether an output is what the page shows of it. Then new placeholders stand for what the output has in their place. */
  accept(shown: readonly string[], output: string): boolean {
    const tokens: string[] = []
    const lines = shown.map(line => (line === '…' ? '(?:.*\\n)*?' : `${this.#patternOf(line, tokens)}\\n`))
    const found = new RegExp(`^${lines.join('')}$`).exec(
      output === '' || output.endsWith('\n') ? output : `${output}\n`,
    )
    if (found === null) return false
    for (const [index, name] of tokens.entries()) this.#values.set(name, found[index + 1] ?? '')
    return true
  }

  set(placeholder: string, value: string): void {
    this.#values.set(placeholder, value)
  }

  /** A text with the values in place of the placeholders. */
  fill(text: string): string {
    return text.replaceAll(token, name => this.#values.get(name) ?? name)
  }

  /** An output as a page would show it: placeholders in place of values, `…` in place of what varies. */
  hide(output: string): string[] {
    let text = output
    for (const [name, value] of this.#values) text = text.replaceAll(value, name)
    const lines = text.replaceAll(varying, '…').split('\n')
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines
  }

  #patternOf(line: string, tokens: string[]): string {
    let pattern = ''
    let end = 0
    for (const { 0: name, index } of line.matchAll(token)) {
      pattern += quote(line.slice(end, index))
      pattern += this.#patternOfToken(name, tokens)
      end = index + name.length
    }
    return pattern + quote(line.slice(end))
  }

  #patternOfToken(name: string, tokens: string[]): string {
    const isId = beginningOfId.test(name)
    if (!isId && !name.startsWith('sk_')) return `${quote(name.slice(0, -1))}.*`
    const value = this.#values.get(name)
    if (value !== undefined) return quote(value)
    const known = tokens.indexOf(name)
    if (known !== -1) return `\\${known + 1}`
    tokens.push(name)
    return isId ? `(${id})` : `(${quote(name.slice(0, -1))}\\w+)`
  }
}

function quote(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
