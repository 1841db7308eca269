/** A label, to stand in quotes: whatever might be markup, of Mermaid or of HTML, stands by its number. One line gives one. */
export function mermaidText(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{Pd} .,:!?()'/_\u2026]/gu, character => `#${character.codePointAt(0)};`)
}
