/** Where a cursor is in a text in YAML. */
export interface YamlPath {
  /** The names of the fields around it, from the outermost; `[]` stands for an item of a list. */
  readonly path: readonly string[]
  /** Whether the name of a field may be here. */
  readonly isName: boolean
  /** Whether a value may be here. The item of a list may be a value, or begin with a name. */
  readonly isValue: boolean
}

interface Part {
  readonly indent: number
  readonly name: string
}

const item = '[]'

/**
 * Finds the path to the end of a text by its indentation and brackets alone, because a text that is being written often
 * does not parse.
 */
export function yamlPathAt(text: string): YamlPath {
  const parts: Part[] = []
  const brackets: Bracket[] = []
  /** The indentation of the field whose text of several lines goes on. */
  let blockText: number | undefined
  let isName = true
  for (const line of text.split('\n')) {
    const indent = line.search(/[^ ]|$/)
    if (blockText !== undefined && (line.trim() === '' || indent > blockText)) {
      isName = false
      continue
    }
    blockText = undefined
    if (brackets.length > 0) {
      scan(line, brackets)
      continue
    }
    if (/^\s*#/.test(line)) continue
    const { value, column, isField } = openParts(parts, line, indent)
    isName = !isField
    if (/^[|>][-+\d]*\s*(?:#.*)?$/.test(value)) blockText = column
    else if (/^[[{]/.test(value)) scan(value, brackets)
  }
  const top = brackets.at(-1)
  const inBraces = top?.kind === '{' && top.name === undefined
  const inner = brackets.flatMap(({ kind, name }) => (kind === '[' ? [item] : (name ?? [])))
  return {
    path: [...parts.map(({ name }) => name), ...inner],
    isName: top === undefined ? isName : inBraces,
    isValue: top === undefined ? !isName || parts.at(-1)?.name === item : !inBraces,
  }
}

/** The names of the fields in the outermost braces of a text. */
export function namesInBraces(text: string): readonly string[] {
  const names: string[] = []
  const brackets: Bracket[] = []
  scan(text, brackets, name => {
    if (brackets.length === 1) names.push(name)
  })
  return names
}

/** The name that a text means, in quotes or without. */
export function unquoted(text: string): string {
  const inner = text.slice(1, -1)
  if (/^'.*'$/.test(text)) return inner.replaceAll("''", "'")
  if (!/^".*"$/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    // YAML has more escapes than JSON.
    return inner
  }
}

/** Replaces the innermost parts by those that a line opens. */
function openParts(parts: Part[], line: string, start: number) {
  let indent = start
  let rest = line.slice(indent)
  const close = (isItem: boolean) => {
    for (let last = parts.at(-1); last !== undefined; last = parts.at(-1)) {
      // Items may be as far to the left as the field of their list.
      const isList = isItem && last.indent === indent && last.name !== item
      if (last.indent < indent || isList) return
      parts.pop()
    }
  }
  for (let dash = /^- +|^-$/.exec(rest); dash !== null; dash = /^- +|^-$/.exec(rest)) {
    close(true)
    parts.push({ indent, name: item })
    indent += dash[0].length
    rest = line.slice(indent)
  }
  const [all, name] =
    /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'[\]{}#,&*!|>%@`-][^:#]*?|-[^\s:#][^:#]*?):(?:\s+|$)/.exec(rest) ?? []
  if (rest !== '') close(false)
  if (all === undefined || name === undefined) {
    if (rest === '') close(false)
    return { value: rest, column: indent, isField: false }
  }
  parts.push({ indent, name: unquoted(name) })
  return { value: rest.slice(all.length), column: indent, isField: true }
}

interface Bracket {
  readonly kind: '[' | '{'
  /** The name of the field whose value is begun. */
  name: string | undefined
}

/** Follows the brackets of a text, until the outermost is closed. */
function scan(line: string, brackets: Bracket[], onName: (name: string) => void = () => {}): void {
  let word = ''
  for (const [token] of line.matchAll(
    /"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|\s#.*|:(?=\s|$)|[[\]{},]|[^"'[\]{},:\s]+|\s+|:/g,
  )) {
    const top = brackets.at(-1)
    if (token === '[' || token === '{') brackets.push({ kind: token, name: undefined })
    else if (token === ']' || token === '}') {
      brackets.pop()
      if (brackets.length === 0) return
    } else if (token === ',' && top !== undefined) top.name = undefined
    else if (token === ':' && top?.kind === '{') {
      top.name = unquoted(word.trim())
      onName(top.name)
    } else {
      word += /^\s+#/.test(token) ? '' : token
      continue
    }
    word = ''
  }
}
