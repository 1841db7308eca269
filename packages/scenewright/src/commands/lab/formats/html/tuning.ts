import { count } from '@scenewright/model/text'
import type { Tuning } from '@scenewright/simulator/lab'
import { escaped, key } from '../../../../render/escaped.ts'
import { scrollBox } from './stacked-bar.ts'

/** The proposed thresholds, and what they would change. */
export function tuningPart({ default: standard, scenarios, heldOut, tooFew, minMessages }: Tuning): string {
  const rows = [
    ...(standard === undefined ? [] : [proposalRow('default of all', standard)]),
    ...scenarios.map(proposal => proposalRow(key(proposal.key), proposal)),
  ]
  const left =
    tooFew.length === 0
      ? ''
      : `<p class="hint">${count(tooFew.length, 'scenario')} with fewer than ${minMessages} messages, too few for a threshold of their own: ${tooFew.map(({ key: name, messages }) => `${key(name)} (${messages})`).join(', ')}.</p>`
  return [
    '<h3>Proposed thresholds</h3>',
    ...(rows.length === 0
      ? ['<p>No threshold has a lower cost on messages that were not used to choose it.</p>']
      : [
          `<div${scrollBox('Proposed thresholds', rows.length)}><table class="sortable"><thead><tr><th scope="col">scenario</th><th class="number" scope="col">messages</th><th class="number" scope="col">now</th><th class="number" scope="col">proposed</th></tr></thead>`,
          `<tbody>${rows.join('\n')}</tbody></table></div>`,
          heldOutTable(heldOut),
        ]),
    left,
  ].join('\n')
}

function proposalRow(
  name: string,
  { messages, from, to }: { readonly messages?: number; readonly from: number; readonly to: number },
): string {
  return `<tr><th scope="row">${name}</th>${numbers([messages ?? '', from, to])}</tr>`
}

/** The names of the outcomes, in the order of the table. */
const outcomes = {
  right: 'start the right scenario',
  wrong: 'start a wrong scenario',
  nothing: 'start nothing',
  outOfScopeStarted: 'should start nothing, and start a scenario',
  cost: 'cost',
} as const satisfies { readonly [name in keyof Tuning['heldOut']['before']]?: string }

function heldOutTable({ before, after }: Tuning['heldOut']): string {
  const names = Object.keys(outcomes) as (keyof typeof outcomes)[]
  const rows = names.map(
    name => `<tr><th scope="row">${outcomes[name]}</th>${numbers([before[name], after[name]])}</tr>`,
  )
  return [
    '<p>On messages that were not used to choose them:</p>',
    '<table><thead><tr><th scope="col">outcome</th><th class="number" scope="col">now</th><th class="number" scope="col">with the proposals</th></tr></thead>',
    `<tbody>${rows.join('\n')}</tbody></table>`,
  ].join('\n')
}

function numbers(values: readonly (number | string)[]): string {
  return values
    .map(value => `<td class="number" data-value="${escaped(String(value))}">${escaped(String(value))}</td>`)
    .join('')
}
