import { family } from './family.ts'
import { listedTexts } from './listed-texts.ts'

/** The messages that start the scenario. */
export const examples = family(
  {
    'example-removed': 'risky',
    'example-moved-away': 'risky',
    'example-moved-here': 'info',
    'example-added': 'info',
  },
  pair =>
    listedTexts(pair, 'examples', {
      removed: 'example-removed',
      movedAway: 'example-moved-away',
      movedHere: 'example-moved-here',
      added: 'example-added',
    }),
)
