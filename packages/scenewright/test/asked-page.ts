import type { Turn } from '@scenewright/simulator'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { turnWords } from '../src/render/turn-words.ts'
import { scenewright } from './run.ts'

/** Messages of the words of a text in any order, cut and mistyped, and some of any characters. The same in each run. */
export function randomMessages(text: string, count: number): readonly string[] {
  const word = fc.constantFrom(...new Set(text.match(/[\p{L}\p{N}']{2,}/gu)))
  const mistyped = fc
    .tuple(word, fc.nat())
    .map(([letters, at]) => letters.slice(0, at % letters.length) + letters.slice((at % letters.length) + 1))
  const phrase = fc.array(fc.oneof({ weight: 4, arbitrary: word }, mistyped), { minLength: 1, maxLength: 8 })
  const message = fc.oneof(
    { weight: 6, arbitrary: phrase.map(parts => parts.join(' ')) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom('1', '2', 'hello', '</script><b>', '\u202e reversed') },
  )
  // A line break ends a message of the command line.
  const isPlain = (each: string) => each !== '' && !/[\n\r\u0085\u2028\u2029]/.test(each)
  return fc.sample(message.map(each => each.trim()).filter(isPlain), { numRuns: count, seed: 11 })
}

/** The answers of the command line to messages of one conversation, as a page shows them. */
export async function answersOf(cwd: string, messages: readonly string[]) {
  const input = `${messages.join('\n')}\n`
  const { stdout } = await scenewright(['chat', '--format', 'ndjson'], { cwd, input })
  const turns: readonly Turn[] = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const shown = turns.map(turn => [turnWords(turn), ...turn.replies, ...(turn.offer ?? []).map(({ label }) => label)])
  return { turns, shown }
}

/** Sends messages with a form of a page as one conversation; returns the texts of each answer to each of them. */
export function askAll(page: Page, form: string, messages: readonly string[]): Promise<readonly string[][][]> {
  const asking = `(${askInPage})(${JSON.stringify(form)}, ${JSON.stringify(messages)})`
  return page.evaluate(asking)
}

/** Runs in the page, whose types are not those of Node. */
const askInPage = `(form, messages) => {
  const { elements } = document.querySelector(form)
  return messages.map(message => {
    elements.message.value = message
    document.querySelector(form).requestSubmit()
    const answers = document.querySelectorAll('li.answered:first-child > div:has(> details.why)')
    return [...answers].map(answer =>
      [...answer.querySelectorAll(':scope > p > bdi, :scope > ol bdi')].map(text => text.textContent),
    )
  })
}`
