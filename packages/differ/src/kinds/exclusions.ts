import { shown, shownBeside } from '../shown.ts'
import { changeGroup } from './change-group.ts'
import { compareTexts } from './listed-texts.ts'

/** The messages that must not start the scenario. */
export const exclusions = changeGroup(
  {
    'exclusion-added': {
      level: 'risky',
      message: ({ after, lookalike }) => `new exclusion: ${shownBeside(after, lookalike)}`,
    },
    'exclusion-moved-here': {
      level: 'risky',
      message: ({ after, scenario }) => `exclusion moved here from ${shown(scenario)}: ${shown(after)}`,
    },
    'exclusion-moved-away': {
      level: 'info',
      message: ({ before, scenario }) => `exclusion moved to ${shown(scenario)}: ${shown(before)}`,
    },
    'exclusion-removed': {
      level: 'info',
      message: ({ before, lookalike }) => `removed exclusion: ${shownBeside(before, lookalike)}`,
    },
  },
  pair =>
    compareTexts(pair, 'exclusions', {
      removed: 'exclusion-removed',
      movedAway: 'exclusion-moved-away',
      movedHere: 'exclusion-moved-here',
      added: 'exclusion-added',
    }),
)
