/** Moves every line of a text to the right. */
export function indented(text: string, width: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(width))
}

/** Parts of YAML, one below the other; what is empty or not there is left out. */
export function lines(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter(part => part !== undefined && part !== false && part !== '').join('\n')
}

/** A scalar of YAML: as it is where that is read as the same text, else in quotes. */
export function scalar(text: string): string {
  return /^[./]*[A-Za-z][\w./-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text)
}

/** A text as one word of a shell, whatever it holds. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
