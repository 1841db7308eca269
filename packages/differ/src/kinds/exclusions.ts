import { shown } from '../shown.ts'
import { family } from './family.ts'
import { listedTexts } from './listed-texts.ts'

/** The messages that the scenario is not to start for. */
export const exclusions = family(
  {
    'exclusion-added': { level: 'risky', says: ({ after }) => `a new exclusion: ${shown(after)}` },
    'exclusion-moved-here': {
      level: 'risky',
      says: ({ after, scenario }) => `an exclusion came from ${shown(scenario)}: ${shown(after)}`,
    },
    'exclusion-moved-away': {
      level: 'info',
      says: ({ before, scenario }) => `an exclusion went to ${shown(scenario)}: ${shown(before)}`,
    },
    'exclusion-removed': { level: 'info', says: ({ before }) => `an exclusion is gone: ${shown(before)}` },
  },
  pair =>
    listedTexts(pair, 'exclusions', {
      removed: 'exclusion-removed',
      movedAway: 'exclusion-moved-away',
      movedHere: 'exclusion-moved-here',
      added: 'exclusion-added',
    }),
)
