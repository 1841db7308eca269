import { shown } from '../shown.ts'
import { family } from './family.ts'
import { listedTexts } from './listed-texts.ts'

/** The messages that the scenario is not to start for. */
export const exclusions = family(
  {
    'exclusion-added': { level: 'risky', says: ({ after }) => `new exclusion: ${shown(after)}` },
    'exclusion-moved-here': {
      level: 'risky',
      says: ({ after, scenario }) => `exclusion moved here from ${shown(scenario)}: ${shown(after)}`,
    },
    'exclusion-moved-away': {
      level: 'info',
      says: ({ before, scenario }) => `exclusion moved to ${shown(scenario)}: ${shown(before)}`,
    },
    'exclusion-removed': { level: 'info', says: ({ before }) => `removed exclusion: ${shown(before)}` },
  },
  pair =>
    listedTexts(pair, 'exclusions', {
      removed: 'exclusion-removed',
      movedAway: 'exclusion-moved-away',
      movedHere: 'exclusion-moved-here',
      added: 'exclusion-added',
    }),
)
