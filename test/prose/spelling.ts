import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { decodeTrie } from 'cspell-trie-lib'

const dictionary = new URL('../../node_modules/@cspell/dict-en_us/en_US.trie.gz', import.meta.url)
const american = decodeTrie(gunzipSync(readFileSync(dictionary)))
const ours = new Set(
  readFileSync(new URL('words.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

/** Whether a word is American English, or in `words.txt`, where a lower-case entry covers every case. Short words are not looked up. */
export function isSpelledRight(word: string): boolean {
  const plain = word.replace(/['’]s?$/, '')
  return plain.length < 4 || [plain, plain.toLowerCase()].some(form => ours.has(form) || american.has(form))
}
