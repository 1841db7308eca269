/** A label, to stand in quotes: whatever might be markup, of Mermaid or of HTML, stands by its number. One line gives one. */
export function mermaidText(text: string): string {
  return (
    text
      .replace(/[^\p{L}\p{M}\p{N}\p{Pd} .,:!?()'/_\u2026]/gu, numbered)
      // "1. " and "- " would begin a list, which Mermaid does not draw.
      .replace(/(?<=^\d*)[-.)](?= )/, numbered)
  )
}

function numbered(character: string): string {
  return `#${character.codePointAt(0)};`
}
