const codes = { red: 31, yellow: 33, blue: 34, green: 32, cyan: 36, bold: 1, dim: 2 } as const

export type Paint = (style: keyof typeof codes, text: string) => string

/** Paints for a terminal, or leaves text as it is. */
export function painter(color: boolean): Paint {
  return color ? (style, text) => `\u001b[${codes[style]}m${text}\u001b[0m` : (_style, text) => text
}

/** Control characters but for tab and line feed, and the invisible ones that reorder or hide text. */
const invisible = /(?![\t\n])[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Text from outside, with nothing in it that could move the cursor or hide what stands there. */
export function visible(text: string): string {
  return text.replace(invisible, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
