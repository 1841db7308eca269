import { family } from './family.ts'
import { listedTexts } from './listed-texts.ts'

/** The messages that the scenario is not to start for. */
export const exclusions = family(
  {
    'exclusion-added': 'risky',
    'exclusion-moved-here': 'risky',
    'exclusion-moved-away': 'info',
    'exclusion-removed': 'info',
  },
  pair =>
    listedTexts(pair, 'exclusions', {
      removed: 'exclusion-removed',
      movedAway: 'exclusion-moved-away',
      movedHere: 'exclusion-moved-here',
      added: 'exclusion-added',
    }),
)
