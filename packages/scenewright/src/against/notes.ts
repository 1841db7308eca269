import { count } from '../report/count.ts'
import { visible } from '../terminal/paint.ts'
import type { OtherSetting } from './compare-settings.ts'
import type { Deployed } from './compare-with-state.ts'

/** How many scenarios are named. */
const mostNamed = 5

/** What a person should know before differences are read: a line each. */
export function notesOf(environment: string, deployed: Deployed, settings: readonly OtherSetting[]): readonly string[] {
  return [
    ...deployedNote(environment, deployed),
    ...settings.map(
      ({ field, config, service }) =>
        `the bot's ${field} is ${visible(JSON.stringify(service))}, and the config says ${JSON.stringify(config)}: differences are to be expected`,
    ),
  ]
}

function deployedNote(environment: string, deployed: Deployed): readonly string[] {
  switch (deployed.kind) {
    case 'same':
      return []
    case 'unknown':
      return [`whether "${environment}" holds what the sources say is not known: ${visible(deployed.reason)}`]
    case 'different': {
      const { scenarios } = deployed
      const named = scenarios.slice(0, mostNamed).map(({ key, action }) => `${visible(key)} (${action})`)
      const others = scenarios.length - named.length
      const list = `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
      return [
        `"${environment}" does not hold what the sources say: ${count(scenarios.length, 'scenario')} would be deployed, ${list}; differences are to be expected`,
      ]
    }
  }
}
