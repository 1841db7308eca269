import { readFileSync } from 'node:fs'
import type { Language } from '@scenewright/model/config'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { SimulatedScenario } from '../src/index.ts'
import { scenario } from './fixture.ts'

/** A bot, and messages to it. */
export interface RecordedBot {
  readonly name: string
  readonly language: Language
  readonly scenarios: readonly SimulatedScenario[]
  readonly messages: readonly string[]
}

interface Intent {
  readonly description: string
  readonly examples: readonly string[]
  readonly tests?: readonly string[]
  readonly paraphrases?: readonly string[]
}

interface IntentSet {
  readonly language: Language
  readonly intents?: Readonly<Record<string, Intent>>
  readonly scenarios?: Readonly<Record<string, Intent>>
  readonly unrelated: readonly string[]
}

/** Reads the bots of the test data, one per file: small ones in eleven languages. */
export function readSmallBots(): readonly RecordedBot[] {
  const files = ['az', 'de', 'es', 'fr', 'kk', 'pl', 'ru', 'uk', 'uz'].map(language => `intents/${language}.json`)
  return ['fixtures/shop-en.json', 'fixtures/shop-ru.json', ...files].map(file => {
    const set = readSet(file)
    const random = createRandom(set.language.length)
    const scenarios = Object.entries(intentsOf(set)).map(([key, { description, examples }], place) =>
      scenario(key, {
        trigger_description: description,
        // Every third scenario excludes the first words of an example of the one before.
        examples: [...examples],
        ...(place % 3 === 2 && { exclusions: [set.unrelated[place] ?? '', examples[0]?.slice(0, 20) ?? ''] }),
      }),
    )
    return { name: file, language: set.language, scenarios, messages: messagesFor(set, random) }
  })
}

/**
 * Generates a bot from a set of intents: `count` scenarios of `size` examples each, in which a word is replaced by one
 * from another example of the intent.
 */
export function generateBot(language: 'de' | 'kk' | 'ru', count: number, size: number): RecordedBot {
  const set = readSet(`intents/${language}.json`)
  const random = createRandom(count)
  const intents = Object.entries(intentsOf(set))
  const scenarios = Array.from({ length: count }, (_, place) => {
    const [key = '', intent] = intents[place % intents.length] ?? []
    const texts = [...(intent?.examples ?? []), ...(intent?.tests ?? [])]
    const examples = Array.from({ length: size }, () => recombine(texts, random))
    return scenario(`${key}-${place}`, { title: '', trigger_description: `${key} ${place}`, examples })
  })
  const [first] = scenarios
  const equal = first?.scenario.examples?.slice(0, 2) ?? []
  const messages = [...equal, ...messagesFor(set, random)]
  return { name: `${language}, ${count} × ${size}`, language, scenarios, messages }
}

function readSet(file: string): IntentSet {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
}

function intentsOf({ intents, scenarios }: IntentSet): Readonly<Record<string, Intent>> {
  return intents ?? scenarios ?? {}
}

type Random = (below: number) => number

function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  return below => uniformInt(generator, 0, below - 1)
}

/** Test messages, mistyped ones, equal ones, and those without a known word. */
function messagesFor(set: IntentSet, random: Random): readonly string[] {
  const intents = Object.values(intentsOf(set))
  const tests = intents.flatMap(({ tests, paraphrases }) => tests ?? paraphrases ?? [])
  const asked = tests.filter((_, place) => place % 7 === 0)
  const [one = '', other = ''] = asked
  return [
    ...asked,
    ...asked.slice(0, 6).map(text => mistype(text, random)),
    ...intents.slice(0, 2).flatMap(({ examples }) => [examples[1]?.toUpperCase() ?? '', `${examples[0]}!!`]),
    ...set.unrelated.slice(0, 4),
    `${one} ${one} ${other}`,
    `${one} `.repeat(100),
    `${other} xyzzy qqqqq 12345`,
    'xyzzy',
    "?! '’ 😀",
    '',
  ]
}

function recombine(texts: readonly string[], random: Random): string {
  const [words = [], others = []] = [0, 1].map(() => texts[random(texts.length)]?.split(' ') ?? [])
  return words.with(random(words.length), others[random(others.length)] ?? '').join(' ')
}

/** Exchanges two letters, and leaves one out. */
function mistype(text: string, random: Random): string {
  const at = 1 + random(Math.max(1, text.length - 4))
  const left = 1 + random(text.length - 1)
  const exchanged = `${text.slice(0, at)}${text[at + 1] ?? ''}${text[at] ?? ''}${text.slice(at + 2)}`
  return exchanged.slice(0, left) + exchanged.slice(left + 1)
}
