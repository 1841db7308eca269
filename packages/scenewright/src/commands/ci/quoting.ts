/** Indents every line of a text. */
export function indented(text: string, width: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(width))
}

/** Parts of YAML, joined by line feeds; empty or missing ones are left out. */
export function lines(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter(part => part !== undefined && part !== false && part !== '').join('\n')
}

/** A YAML scalar: unquoted if it is read as the same text, else in quotes. */
export function scalar(text: string): string {
  return /^[./]*[A-Za-z][\w./-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text)
}

/** A line of text or of a script as a YAML scalar: in quotes only if YAML would find a key or a comment in it. */
export function lineScalar(line: string): string {
  return /:( |$)| #/.test(line) ? JSON.stringify(line) : line
}

/** A text as one shell word, whatever it contains. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
