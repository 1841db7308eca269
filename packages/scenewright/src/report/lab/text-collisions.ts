import type { Collision } from '@scenewright/simulator'
import { type Paint, visible } from '../../terminal/paint.ts'
import { count } from '../count.ts'
import { andMore } from './and-more.ts'
import { shortened } from './shortened.ts'
import { adviceText } from './wording.ts'

const mostPairs = 8
const mostExamples = 2

/** The pairs that collide, worst first, with the examples that cause it and what to do. */
export function collisionsText(collisions: readonly Collision[], paint: Paint): string {
  if (collisions.length === 0) return `\n${paint('bold', 'No two scenarios collide')}\n`
  const head = `\n${paint('bold', `${count(collisions.length, 'pair')} of scenarios that collide`)}\n`
  const shown = collisions.slice(0, mostPairs)
  return head + shown.map(pair => pairText(pair, paint)).join('') + andMore(collisions.length, shown.length, paint)
}

function pairText(pair: Collision, paint: Paint): string {
  const { scenarios, started, asked, examples } = pair
  const name = scenarios.map(visible).join(' and ')
  const numbers = [
    ...(started > 0 ? [`${started} started wrongly`] : []),
    ...(asked > 0 ? [`${asked} asked about`] : []),
  ]
  const causes = examples.slice(0, mostExamples).map(example => causeText(example))
  const advice = adviceText(pair, shortened)
  return [
    `  ${paint(started > 0 ? 'red' : 'yellow', name)}  ${numbers.join(', ')}\n`,
    ...causes.map(cause => `    ${cause}\n`),
    `    ${paint('cyan', 'do')}: ${visible(advice)}\n`,
  ].join('')
}

function causeText({
  scenario,
  text,
  confidence,
  rival,
  rival_confidence,
  nearest,
}: Collision['examples'][number]): string {
  const own = confidence === null ? 'excluded there' : confidence.toFixed(1)
  const near = nearest === undefined ? '' : `, near ${shortened(nearest.text, 40)}`
  return `${shortened(text)} of ${visible(scenario)}: ${own}; ${visible(rival)}: ${rival_confidence.toFixed(1)}${near}`
}
