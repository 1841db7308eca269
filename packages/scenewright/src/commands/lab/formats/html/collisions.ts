import { count } from '@scenewright/model/text'
import type { Collision } from '@scenewright/simulator/lab'
import { escaped, key, quotation } from '../../../../render/escaped.ts'
import type { LabReport } from '../../lab-report.ts'
import { adviceText } from '../wording.ts'
import { longClass, scrollBox } from './stacked-bar.ts'

/** A page with more is slow to open; the JSON contains all. */
const maxPairs = 200

/** The colliding pairs, worst first, each with the examples that cause it. */
export function collisionsSection({ collisions }: LabReport): string {
  const head = '<section id="collisions"><h2>Pairs that collide</h2>'
  if (collisions.length === 0) return `${head}<p class="good">No two scenarios collide.</p></section>`
  const shown = collisions.slice(0, maxPairs)
  const left = collisions.length - shown.length
  return [
    head,
    '<div class="tools" hidden><label>Filter <input type="search" data-filters="pairs" placeholder="a key, or words of an example"></label><output></output></div>',
    `<div id="pairs"${longClass(shown.length)}>${shown.map(pairCard).join('\n')}</div>`,
    left > 0 ? `<p class="hint">${count(left, 'more pair')} that collide less: the JSON report has all.</p>` : '',
    '</section>',
  ].join('\n')
}

function pairCard(pair: Collision, place: number): string {
  const { scenarios, started, asked, examples } = pair
  const badges = [
    started > 0 ? `<span class="badge wrong">${started} wrong starts</span>` : '',
    asked > 0 ? `<span class="badge asked">${asked} asked about</span>` : '',
  ].join(' ')
  const advice = adviceText(escapedKeys(pair), quotation)
  return [
    `<details class="card item"${place < 3 ? ' open' : ''}>`,
    `<summary><span class="pair">${scenarios.map(key).join('<span class="with">and</span>')}</span><span class="badges">${badges}</span></summary>`,
    `<p class="advice"><b>Do:</b> ${advice}.</p>`,
    `<div${scrollBox('Examples')}><table><thead><tr><th>example</th><th>of</th><th class="number">its own</th><th class="number">the other</th><th>nearest there</th><th class="number">similarity</th></tr></thead><tbody>`,
    ...examples.map(causeRow),
    '</tbody></table></div>',
    started + asked > examples.length ? `<p class="hint">and ${started + asked - examples.length} more</p>` : '',
    '</details>',
  ].join('')
}

/** The sentence contains HTML for keys: texts are escaped by `quotation`. */
function escapedKeys(pair: Collision): Collision {
  const [one, other] = pair.scenarios
  const { advice } = pair
  return {
    ...pair,
    scenarios: [key(one), key(other)],
    advice: advice.kind === 'exclusion' ? { ...advice, scenario: key(advice.scenario) } : advice,
  }
}

function causeRow({ text, scenario, confidence, rival_confidence, nearest }: Collision['examples'][number]): string {
  const cells = [
    `<td class="text"><bdi>${escaped(text)}</bdi></td>`,
    `<td>${key(scenario)}</td>`,
    `<td class="number">${confidence === null ? 'excluded' : confidence.toFixed(1)}</td>`,
    `<td class="number">${rival_confidence.toFixed(1)}</td>`,
    `<td class="text"><bdi>${escaped(nearest?.text ?? '–')}</bdi></td>`,
    `<td class="number">${nearest?.likeness.toFixed(2) ?? '–'}</td>`,
  ]
  return `<tr>${cells.join('')}</tr>`
}
