const names: ReadonlyMap<number, string> = new Map([
  [0x00, 'NULL'],
  [0x07, 'BELL'],
  [0x08, 'BACKSPACE'],
  [0x0b, 'LINE TABULATION'],
  [0x0c, 'FORM FEED'],
  [0x1b, 'ESCAPE'],
  [0x7f, 'DELETE'],
  [0x85, 'NEXT LINE'],
  [0x61c, 'ARABIC LETTER MARK'],
  [0x115f, 'HANGUL CHOSEONG FILLER'],
  [0x1160, 'HANGUL JUNGSEONG FILLER'],
  [0x180e, 'MONGOLIAN VOWEL SEPARATOR'],
  [0x200b, 'ZERO WIDTH SPACE'],
  [0x200c, 'ZERO WIDTH NON-JOINER'],
  [0x200d, 'ZERO WIDTH JOINER'],
  [0x200e, 'LEFT-TO-RIGHT MARK'],
  [0x200f, 'RIGHT-TO-LEFT MARK'],
  [0x202a, 'LEFT-TO-RIGHT EMBEDDING'],
  [0x202b, 'RIGHT-TO-LEFT EMBEDDING'],
  [0x202c, 'POP DIRECTIONAL FORMATTING'],
  [0x202d, 'LEFT-TO-RIGHT OVERRIDE'],
  [0x202e, 'RIGHT-TO-LEFT OVERRIDE'],
  [0x2060, 'WORD JOINER'],
  [0x2061, 'FUNCTION APPLICATION'],
  [0x2062, 'INVISIBLE TIMES'],
  [0x2063, 'INVISIBLE SEPARATOR'],
  [0x2064, 'INVISIBLE PLUS'],
  [0x2066, 'LEFT-TO-RIGHT ISOLATE'],
  [0x2067, 'RIGHT-TO-LEFT ISOLATE'],
  [0x2068, 'FIRST STRONG ISOLATE'],
  [0x2069, 'POP DIRECTIONAL ISOLATE'],
  [0x3164, 'HANGUL FILLER'],
  [0xfeff, 'ZERO WIDTH NO-BREAK SPACE'],
  [0xffa0, 'HALFWIDTH HANGUL FILLER'],
  [0xfff9, 'INTERLINEAR ANNOTATION ANCHOR'],
  [0xfffa, 'INTERLINEAR ANNOTATION SEPARATOR'],
  [0xfffb, 'INTERLINEAR ANNOTATION TERMINATOR'],
])

/** Nearly all texts have one, and compiling the classes of the other pattern takes half a millisecond. */
const hasPlainLetter = /[\w.?!\u0400-\u04ff]/

/** U+2800 is the Braille pattern without dots, which fonts leave blank. */
const shapeless = /^[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Fast, because nearly all texts contain none. */
const trace =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud82f\ud834\udb40-\udb43]/

/** Whether a text, or several concatenated texts, may contain one. */
export function mayContainInvisible(text: string): boolean {
  return trace.test(text) || !text.isWellFormed()
}

/** Invisible characters that no script needs: controls, direction overrides, fillers, halves of pairs, marks for programs. */
const never =
  '\\0-\\x08\\v\\f\\x0e-\\x1f\\x7f-\\x9f\\u115f\\u1160\\u180e\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0' +
  '\\ufff0-\\ufffb\\ud800-\\udfff\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e001f}\\u{e0080}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}'

/** Scripts without spaces between words: a zero-width space marks where a line may break. */
const spaceless = scripts('Thai Laoo Khmr Mymr Tibt Tale Talu Lana Java Bali')
/** Scripts whose letters change form next to each other: a joiner or non-joiner selects the form. */
const joining = scripts(
  'Arab Syrc Mand Nkoo Mong Phag Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Java Bali',
)
const rightToLeft = scripts('Arab Hebr Syrc Thaa Nkoo Adlm Rohg Mand Samr')

/** A joiner within an emoji, and the letters of a flag, are part of a visible symbol. */
const lone = [
  `[${never}]`,
  `(?<![${spaceless}])\\u200b`,
  `(?<![${joining}])\\u200c`,
  `(?<![${joining}])(?!(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d\\p{Extended_Pictographic})\\u200d`,
  '(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]{0,32})[\\u{e0020}-\\u{e007f}]',
]

let patterns: { readonly general: RegExp; readonly rightToLeft: RegExp; readonly script: RegExp } | undefined

/**
 * The pattern of the invisible characters in a text that no script in the text needs; undefined if there are none. It
 * has the flags g and u. Line breaks, tabs, no-break spaces and soft hyphens are allowed.
 */
export function findInvisible(text: string): RegExp | undefined {
  if (!mayContainInvisible(text)) return undefined
  // Compiling the letter classes takes longer than checking a whole scenario.
  patterns ??= {
    general: new RegExp([...lone, '[\\u200e\\u200f\\u061c]'].join('|'), 'gu'),
    rightToLeft: new RegExp(lone.join('|'), 'gu'),
    script: new RegExp(`[${rightToLeft}]`, 'u'),
  }
  const pattern = patterns.script.test(text) ? patterns.rightToLeft : patterns.general
  return text.search(pattern) === -1 ? undefined : pattern
}

function scripts(names: string): string {
  return names
    .split(' ')
    .map(name => `\\p{Script_Extensions=${name}}`)
    .join('')
}

/** Whether a text displays nothing: it is empty, or contains only white space and characters without a shape. */
export function isBlank(text: string): boolean {
  return text.trim() === '' || (!hasPlainLetter.test(text) && shapeless.test(text))
}

/** Names a character by its number, and by its Unicode name if it is common in texts: `U+200B ZERO WIDTH SPACE`. */
export function characterName(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const name = names.get(code) ?? nameOfRange(code)
  return `${number} ${name}`
}

function nameOfRange(code: number): string {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return '(a control character)'
  if (code >= 0xd800 && code < 0xe000) return '(half of a surrogate pair)'
  return code >= 0xe0000 ? '(a tag character)' : '(an invisible character)'
}
