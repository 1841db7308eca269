/** Quick, since nearly every text holds none. */
const trace =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud82f\ud834\udb40-\udb43]/

/** Whether a text, or one of several behind each other, may hold one. */
export function mayHoldInvisible(text: string): boolean {
  return trace.test(text)
}

/** What nobody sees and no script needs: controls, overrides of the direction, fillers, marks for programs. */
const never =
  '\\0-\\x08\\v\\f\\x0e-\\x1f\\x7f-\\x9f\\u115f\\u1160\\u180e\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0' +
  '\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e001f}\\u{e0080}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}'

/** Scripts whose words have no spaces between them: a zero-width one says where a line may break. */
const spaceless = scripts('Thai Laoo Khmr Mymr Tibt Tale Talu Lana Java Bali')
/** Scripts whose letters change their form beside each other: a joiner or non-joiner chooses one. */
const joining = scripts(
  'Arab Syrc Mand Nkoo Mong Phag Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Java Bali',
)
const rightToLeft = scripts('Arab Hebr Syrc Thaa Nkoo Adlm Rohg Mand Samr')

/** A joiner within an emoji, and the letters in a flag, are part of what is seen. */
const lone = [
  `[${never}]`,
  `(?<![${spaceless}])\\u200b`,
  `(?<![${joining}])\\u200c`,
  `(?<![${joining}])(?!(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d\\p{Extended_Pictographic})\\u200d`,
  '(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]{0,32})[\\u{e0020}-\\u{e007f}]',
]

let patterns: { readonly general: RegExp; readonly rightToLeft: RegExp; readonly script: RegExp } | undefined

/**
 * The pattern of the characters in a text that nobody sees and no script there needs; undefined where it holds none.
 * It has the flags g and u. Line breaks, tabs, no-break spaces and soft hyphens are left alone.
 */
export function invisibleIn(text: string): RegExp | undefined {
  if (!mayHoldInvisible(text)) return undefined
  // To compile the classes of letters takes longer than to check a whole scenario.
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
