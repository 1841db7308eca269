import { below, createRandom } from './random.mjs'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** The messages with one typo each: in a word of at least four letters, if there is one. */
export function withTypos(messages, seed) {
  const random = createRandom(seed)
  return messages.map(text => withTypo(text, random))
}

function withTypo(text, random) {
  const words = [...text.matchAll(/\p{L}{4,}/gu)]
  if (words.length === 0) return text
  const { 0: word, index } = words[below(random, words.length)]
  const edit = edits[below(random, edits.length)]
  return text.slice(0, index) + edit(word, random) + text.slice(index + word.length)
}

const edits = [inserted, left, substituted, transposed]

function inserted(word, random) {
  const at = below(random, word.length + 1)
  return word.slice(0, at) + letter(random) + word.slice(at)
}

function left(word, random) {
  const at = below(random, word.length)
  return word.slice(0, at) + word.slice(at + 1)
}

function substituted(word, random) {
  const at = below(random, word.length)
  return word.slice(0, at) + letter(random, word[at]) + word.slice(at + 1)
}

function transposed(word, random) {
  const at = below(random, word.length - 1)
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
}

function letter(random, other) {
  const choice = [...letters].filter(one => one !== other)
  return choice[below(random, choice.length)]
}
