/**
 * A label in quotes: possible markup, of Mermaid or of HTML, is written as character codes. Text that Mermaid
 * interprets after decoding (a line break, an icon, a formula) is separated by a zero-width space. Line breaks are
 * kept.
 */
export function mermaidLabel(lines: readonly string[]): string {
  const text = lines.map(mermaidText).join('<br/>')
  // An empty label is an error in Mermaid.
  return `"${text.trim() === '' ? noWidth : text}"`
}

const noWidth = '#8203;'

function mermaidText(text: string): string {
  return (
    text
      .replace(/[^\p{L}\p{M}\p{N}\p{Pd} .,:!?()'/_\u2026]/gu, numbered)
      // "1. " and "- " would begin a list, which Mermaid does not draw.
      .replace(/(?<=^\d*)[-.)](?= )/, numbered)
      .replace(/(?<=#92;)(?=n)|(?<=#36;)(?=#36;)|(?<=fa[a-z]?:)(?=fa-)/g, noWidth)
  )
}

function numbered(character: string): string {
  return `#${character.codePointAt(0)};`
}
