import { fold } from '@scenewright/simulator'
import { quotedList } from '../wording.ts'

/** Says in a sentence which words part two texts. */
export function partingWords(one: string, other: string): string {
  const [ofOne, ofOther] = [wordsOf(one), wordsOf(other)]
  const parts = [onlyIn(ofOne, ofOther, 'the first'), onlyIn(ofOther, ofOne, 'the second')].filter(part => part !== '')
  return parts.length === 0 ? 'They have the same words.' : `Only these words part them: ${parts.join(', ')}.`
}

function onlyIn(words: ReadonlySet<string>, others: ReadonlySet<string>, where: string): string {
  const own = [...words].filter(word => !others.has(word))
  return own.length === 0 ? '' : `${quotedList(own)} in ${where}`
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(fold(text).split(' '))
}
