import { pathToFileURL } from 'node:url'

/** Resolves with the exports of the bundled simulator. */
export async function loadSimulator(file) {
  const { default: simulator } = await import(pathToFileURL(file).href)
  return simulator
}

/**
 * The bot with a scenario for each intent, based only on its examples: the key and the title are the intent's name, and
 * there is no description.
 */
export function botOf(simulator, examplesByIntent, language = 'en') {
  return botFrom(simulator, scenariosOf(examplesByIntent), { language })
}

/** The bot with these scenarios; of those that have not changed, the results of the bot before are reused. */
export function botFrom(simulator, scenarios, { language = 'en', before } = {}) {
  return simulator.createBot(scenarios, { ...settings, primary_language: language }, before)
}

/** The scenarios of that bot. */
export function scenariosOf(examplesByIntent) {
  return Array.from(examplesByIntent, ([intent, examples]) => ({
    key: intent,
    isActive: true,
    scenario: { title: intent.replaceAll('_', ' '), trigger_description: '', examples },
  }))
}

const settings = {
  scenario_clarify_enabled: false,
  scenario_clarify_min_confidence: 55,
  scenario_clarify_margin: 12,
}
