import { shown } from '../shown.ts'
import { family } from './family.ts'
import { listedTexts } from './listed-texts.ts'

/** The messages that start the scenario. */
export const examples = family(
  {
    'example-removed': { level: 'risky', says: ({ before }) => `removed example: ${shown(before)}` },
    'example-moved-away': {
      level: 'risky',
      says: ({ before, scenario }) => `example moved to ${shown(scenario)}: ${shown(before)}`,
    },
    'example-moved-here': {
      level: 'info',
      says: ({ after, scenario }) => `example moved here from ${shown(scenario)}: ${shown(after)}`,
    },
    'example-added': { level: 'info', says: ({ after }) => `new example: ${shown(after)}` },
  },
  pair =>
    listedTexts(pair, 'examples', {
      removed: 'example-removed',
      movedAway: 'example-moved-away',
      movedHere: 'example-moved-here',
      added: 'example-added',
    }),
)
