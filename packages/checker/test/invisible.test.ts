import { expect, test } from 'vitest'
import { characterName, findInvisible } from '../src/texts/invisible-characters.ts'

function found(text: string): readonly string[] {
  return [...text.matchAll(findInvisible(text) ?? /(?!)/g)].map(([character]) => characterName(character))
}

test.each([
  ['a zero-width space', 'Ho\u200burs', 'U+200B ZERO WIDTH SPACE'],
  ['a joiner between Latin letters', 'Ho\u200durs', 'U+200D ZERO WIDTH JOINER'],
  ['a non-joiner at the start', '\u200cHours', 'U+200C ZERO WIDTH NON-JOINER'],
  ['a joiner behind an emoji that joins nothing', '\u{1f469}\u200d!', 'U+200D ZERO WIDTH JOINER'],
  ['an override', 'a\u202eb', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
  ['an isolate, also next to Hebrew', '\u05d0\u2067b', 'U+2067 RIGHT-TO-LEFT ISOLATE'],
  ['a direction mark in a text of one direction', 'a\u200eb', 'U+200E LEFT-TO-RIGHT MARK'],
  ['a byte order mark', '\ufeffa', 'U+FEFF ZERO WIDTH NO-BREAK SPACE'],
  ['a control character', 'a\x07', 'U+0007 BELL'],
  ['a character without a name', 'a\x01', 'U+0001 (a control character)'],
  ['a filler', 'a\u3164', 'U+3164 HANGUL FILLER'],
  ['a tag character', 'a\u{e0041}', 'U+E0041 (a tag character)'],
  ['half of a surrogate pair', 'a\ud83d b', 'U+D83D (half of a surrogate pair)'],
  ['the other half', '\ude00', 'U+DE00 (half of a surrogate pair)'],
  ['a mathematical operator', 'a\u2063', 'U+2063 INVISIBLE SEPARATOR'],
])('%s is found', (_, text, name) => {
  expect(found(text)).toEqual([name])
})

test.each([
  ['line breaks and tabs', 'a\r\n\tb\rc'],
  ['spaces that do not break, and soft hyphens', 'a\u00a0b\u202fc\u00add'],
  ['a family emoji', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'],
  ['a profession emoji with a skin tone', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
  [
    'flags',
    '\u{1f3f3}\ufe0f\u200d\u{1f308} \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} \u{1f1e9}\u{1f1ea}',
  ],
  ['a surrogate pair', '\ud83d\ude00'],
  ['a colored heart, and a keycap', '\u2764\ufe0f 1\ufe0f\u20e3'],
  ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['Persian with a vowel mark', '\u0645\u064e\u200c\u062e'],
  ['Hindi', '\u0915\u094d\u200d\u0937 \u0915\u094d\u200c\u0937'],
  ['Sinhala', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
  ['Thai', '\u0e2a\u0e27\u0e31\u200b\u0e2a\u0e14\u0e35'],
  ['Hebrew with Latin', '\u05e9\u05dc\u05d5\u05dd\u200f (ABC)\u200e!'],
  ['a Mongolian letter of another form', '\u1820\u180b\u1821'],
  ['an Arabic number sign', '\u0600\u0661\u0662'],
])('%s are accepted', (_, text) => {
  expect(found(text)).toEqual([])
})

test.each([
  ['tags', '\u{1f3f4}\u{e0067}'.repeat(1) + '\u{e0067}'.repeat(600_000)],
  ['joiners', '\u200d'.repeat(1_000_000)],
  ['emoji', '\u{1f469}\u200d'.repeat(400_000)],
])('a text that consists only of %s is scanned once', (_, text) => {
  // Where each is followed to the end, this takes longer than the time-out of the tests.
  expect(found(text).length).toBeGreaterThan(0)
})
