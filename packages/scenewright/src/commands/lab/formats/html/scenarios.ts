import type { Mark, ScenarioSurvey } from '@scenewright/simulator/lab'
import { escaped, key } from '../../../../render/escaped.ts'
import type { LabReport } from '../../lab-report.ts'
import { markTexts } from '../wording.ts'
import { scrollBox, share } from './stacked-bar.ts'

const columns = ['examples', 'right', 'asked', 'wrong', 'nothing', 'recall', 'precision', 'takes', 'bar'] as const

/** The explanations of columns whose names are not clear enough. */
const meanings: { readonly [column: string]: string } = {
  recall: 'the share of its examples that start it',
  precision: 'the share of its own examples among those that start it',
  takes: 'the number of examples of other scenarios that start it',
  bar: 'its min_confidence',
}

const markNames: { readonly [mark in Mark]: string } = {
  'no-examples': 'no examples',
  'one-example': 'one example',
  dead: 'dead',
  silent: 'silent',
  greedy: 'greedy',
}

/** One row per scenario, with sorting and filtering. */
export function scenariosSection({ scenarios }: LabReport): string {
  const heads = columns
    .map(name => `<th class="number" scope="col"${meanings[name] ? ` title="${meanings[name]}"` : ''}>${name}</th>`)
    .join('')
  return [
    '<section id="scenarios"><h2>Scenarios</h2>',
    '<div class="tools" hidden><label>Filter <input type="search" data-filters="rows" placeholder="a key, or: dead, silent, greedy"></label><output></output></div>',
    `<div${scrollBox('Scenarios', scenarios.length)}><table class="sortable"><thead><tr><th scope="col">scenario</th>${heads}</tr></thead>`,
    `<tbody id="rows">${scenarios.map(row).join('\n')}</tbody></table></div>`,
    '</section>',
  ].join('\n')
}

function row({
  scenario,
  examples,
  outcomes,
  taken,
  marks,
  min_confidence,
  recall,
  precision,
}: ScenarioSurvey): string {
  const { right, asked, astray, wrong, none } = outcomes
  const tags = marks.map(
    mark => `<span class="badge ${mark}" title="${escaped(markTexts[mark])}">${markNames[mark]}</span>`,
  )
  const numbers = [examples, right, asked + astray, wrong, none].map(number => cell(number, String(number)))
  const shares = [
    cell(recall ?? -1, share(right, examples)),
    cell(precision ?? -1, share(right, right + taken)),
    cell(taken, String(taken)),
    cell(min_confidence, String(min_confidence)),
  ]
  return `<tr class="item"><th scope="row" data-value="${escaped(scenario)}">${key(scenario)}${tags.join('')}</th>${[...numbers, ...shares].join('')}</tr>`
}

function cell(value: number, text: string): string {
  return `<td class="number${value === 0 ? ' zero' : ''}" data-value="${value}">${text}</td>`
}
