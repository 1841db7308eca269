import { shown, shownBeside } from '../shown.ts'
import { changeGroup } from './change-group.ts'
import { compareTexts } from './listed-texts.ts'

/** The messages that start the scenario. */
export const examples = changeGroup(
  {
    'example-removed': {
      level: 'risky',
      message: ({ before, lookalike }) => `removed example: ${shownBeside(before, lookalike)}`,
    },
    'example-moved-away': {
      level: 'risky',
      message: ({ before, scenario }) => `example moved to ${shown(scenario)}: ${shown(before)}`,
    },
    'example-moved-here': {
      level: 'info',
      message: ({ after, scenario }) => `example moved here from ${shown(scenario)}: ${shown(after)}`,
    },
    'example-added': {
      level: 'info',
      message: ({ after, lookalike }) => `new example: ${shownBeside(after, lookalike)}`,
    },
  },
  pair =>
    compareTexts(pair, 'examples', {
      removed: 'example-removed',
      movedAway: 'example-moved-away',
      movedHere: 'example-moved-here',
      added: 'example-added',
    }),
)
