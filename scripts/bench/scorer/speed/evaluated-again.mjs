import { spread } from '../../ratio.mjs'
import { botFrom, scenariosOf } from '../simulator.mjs'

/**
 * The median share of the messages of a bot that are evaluated again after another word in one of its examples, in
 * percent. Each message gives the word for one of the changes.
 */
export function shareEvaluatedAgain({ createBot, evaluations }, { examplesByIntent, messages }) {
  const scenarios = scenariosOf(examplesByIntent)
  const before = evaluate(scenarios)
  const shares = messages.map((message, round) => {
    const place = (20 + round * 40) % scenarios.length
    const [example] = scenarios[place].scenario.examples
    const [word] = message.split(' ')
    const edited = scenarios.with(place, withOneExample(scenarios[place], example.replace(/\S+$/, word)))
    const { compared, groups } = evaluate(edited, before)
    return (100 * compared) / groups.reduce((sum, { predictions }) => sum + predictions.length, 0)
  })
  return spread(shares).median

  function evaluate(given, { bot: earlier, state } = {}) {
    const bot = botFrom({ createBot }, given, { before: earlier })
    const options = { minConfidence: 10, maxContenders: 6, before: state }
    return { bot, ...evaluations.finish(evaluations.evaluateMessages(bot, given.map(groupOf), options)) }
  }
}

function groupOf({ key, scenario: { examples } }) {
  return { name: key, scenario: key, texts: examples, areExamples: true }
}

/** The scenario with another first example. */
export function withOneExample(scenario, text) {
  return { ...scenario, scenario: { ...scenario.scenario, examples: scenario.scenario.examples.with(0, text) } }
}
