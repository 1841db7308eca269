import { createRandom } from './random.ts'

/** Rows of keys, so that a neighbour can be hit. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю', 'üäöß']

/** Mistypes about half of the words of four letters and more, each in one place; the same seed gives the same text. */
export function withTypos(text: string, seed: number): string {
  const random = createRandom(seed)
  return text.replace(/\p{L}{4,}/gu, word => (random() < 0.5 ? mistype(word, random) : word))
}

function mistype(word: string, random: () => number): string {
  const at = Math.floor(random() * (word.length - 1))
  const [before, letter, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)]
  switch (Math.floor(random() * 4)) {
    case 0:
      return `${before}${next}${letter}${after}`
    case 1:
      return `${before}${next}${after}`
    case 2:
      return `${before}${letter}${letter}${next}${after}`
    default:
      return `${before}${neighbourOf(letter, random)}${next}${after}`
  }
}

function neighbourOf(letter: string, random: () => number): string {
  const row = rows.find(keys => keys.includes(letter.toLowerCase()))
  if (row === undefined) return letter
  const at = row.indexOf(letter.toLowerCase())
  return row.charAt(at + (random() < 0.5 ? -1 : 1)) || row.charAt(at === 0 ? 1 : at - 1)
}
