import { readFileSync } from 'node:fs'
import { botOf, loadSimulator } from '../simulator.mjs'

/**
 * Small bots in other languages, written for this measurement: eight scenarios with five examples each, and messages of
 * five kinds. The API has no Turkish and no Finnish: like Azerbaijani, they are scored without a stemmer.
 */
const languages = [
  ['de', 'German', 'de'],
  ['ru', 'Russian', 'ru'],
  ['kk', 'Kazakh', 'kk'],
  ['tr', 'Turkish', 'az'],
  ['fi', 'Finnish', 'az'],
]

/** Whole sentences, a word or two, mistyped words, other forms and compounds, and letters that a keyboard lacks. */
const kinds = ['plain', 'short', 'typo', 'form', 'keyboard']

const atLeast = { isAtLeast: true }

export const languagesSection = {
  rows: languages.flatMap(([name, title]) => [
    { name: `${title}, right scenario on top, %`, language: name, figure: 'top', must: 90, ...atLeast },
    { name: `${title}, of it without special letters, started at 78, %`, language: name, figure: 'keyboard' },
    { name: `${title}, started at 78, %`, language: name, figure: 'started' },
    { name: `${title}, wrong at 78, %`, language: name, figure: 'wrong', must: 2 },
  ]),
  async measure({ simulatorFile }) {
    const simulator = await loadSimulator(simulatorFile)
    const figures = new Map(languages.map(([name, , code]) => [name, figuresOf(simulator, name, code)]))
    return ({ language, figure }) => figures.get(language)[figure]
  },
}

function figuresOf(simulator, name, code) {
  const intents = Object.entries(JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')))
  const bot = botOf(simulator, new Map(intents.map(([key, { examples }]) => [key, examples])), code)
  const answers = intents.flatMap(([key, intent]) =>
    kinds.flatMap(kind => intent[kind].map(message => ({ kind, ...answerOf(simulator, bot, key, message) }))),
  )
  const typed = answers.filter(({ kind }) => kind === 'keyboard')
  return {
    top: share(answers, ({ isTop }) => isTop),
    started: share(answers, ({ started }) => started === 'right'),
    wrong: share(answers, ({ started }) => started === 'wrong'),
    keyboard: share(typed, ({ started }) => started === 'right'),
  }
}

function answerOf(simulator, bot, key, message) {
  const { scores, decision } = simulator.takeTurn(bot, simulator.newDialogue, message).turn
  const isTop = scores[0].scenario === key && scores[0].confidence > 0
  if (decision.kind !== 'start') return { isTop }
  return { isTop, started: decision.scenario === key ? 'right' : 'wrong' }
}

function share(answers, isCounted) {
  return (100 * answers.filter(isCounted).length) / answers.length
}
