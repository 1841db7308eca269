import { isAscii } from './fold.ts'

/** Letters that keyboards of other languages lack, and that Unicode does not compose of a letter and a mark. */
const plainLetters: { readonly [letter: string]: string } = {
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  қ: 'к',
  ғ: 'г',
  ә: 'а',
  ө: 'о',
  ү: 'у',
  ұ: 'у',
  і: 'и',
  ң: 'н',
  һ: 'х',
}

const umlauts: { readonly [letter: string]: string } = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

const special = /[\u00df\u0131\u0142\u049b\u0493\u04d9\u04e9\u04af\u04b1\u0456\u04a3\u04bb]/gu
const german = /[\u00e4\u00f6\u00fc\u00df]/gu

/**
 * A word, folded, as it is typed without the letters that a keyboard lacks: `isik` for `ışık`, `кашан` for `қашан`. Of
 * Cyrillic letters, only `е` loses its dots: `й` is a letter of its own.
 */
export function plainForm(word: string): string {
  if (isAscii(word)) return word
  const plain = word.normalize('NFD').replace(/([a-z\u0435])\p{M}+/gu, '$1')
  return plain.normalize('NFC').replace(special, letter => plainLetters[letter] ?? letter)
}

/** The other forms in which a word is typed; empty for most words. */
export function typedForms(word: string): readonly string[] {
  if (isAscii(word)) return []
  const forms = [plainForm(word), word.replace(german, letter => umlauts[letter] ?? letter)]
  return forms.filter((form, index) => form !== word && forms.indexOf(form) === index)
}
