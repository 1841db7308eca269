import type { ScenarioSurvey, TriggerSurvey } from '@scenewright/simulator'
import { type Paint, visible } from '../../terminal/paint.ts'
import { andMore } from './and-more.ts'
import { percent } from './percent.ts'
import { markTexts } from './wording.ts'

const mostRows = 12

/** The triggers that are at fault as a whole, and a table of those that do worst. */
export function scenariosText({ scenarios }: Pick<TriggerSurvey, 'scenarios'>, paint: Paint): string {
  return faultsText(scenarios, paint) + weakestText(scenarios, paint)
}

function faultsText(scenarios: readonly ScenarioSurvey[], paint: Paint): string {
  const faults = scenarios.flatMap(({ scenario, marks, taken }) =>
    marks.map(mark => ({ scenario, text: mark === 'greedy' ? `takes ${taken} examples of others` : markTexts[mark] })),
  )
  if (faults.length === 0) return ''
  const shown = faults.slice(0, mostRows)
  const width = widest(shown.map(({ scenario }) => scenario))
  const lines = shown.map(({ scenario, text }) => `  ${paint('yellow', visible(scenario).padEnd(width))}  ${text}\n`)
  return `\n${paint('bold', 'Triggers at fault')}\n${lines.join('')}${andMore(faults.length, shown.length, paint)}`
}

function weakestText(scenarios: readonly ScenarioSurvey[], paint: Paint): string {
  const weak = scenarios
    .filter(({ recall, precision }) => (recall ?? 1) < 1 || (precision ?? 1) < 1)
    .toSorted((a, b) => (a.recall ?? 1) - (b.recall ?? 1) || b.taken - a.taken)
  if (weak.length === 0) return ''
  const shown = weak.slice(0, mostRows)
  const width = widest(['scenario', ...shown.map(({ scenario }) => scenario)])
  const head = `  ${'scenario'.padEnd(width)}  examples  right  asked  wrong  none    recall  precision`
  const rows = shown.map(survey => `  ${rowText(survey, width)}\n`)
  const title = `\n${paint('bold', 'The weakest, by the share of their examples that start them')}\n`
  return `${title}${paint('dim', head)}\n${rows.join('')}${andMore(weak.length, shown.length, paint)}`
}

function rowText({ scenario, examples, outcomes, taken, recall }: ScenarioSurvey, width: number): string {
  const { right, asked, astray, wrong, none } = outcomes
  const cells = [
    visible(scenario).padEnd(width),
    String(examples).padStart(8),
    String(right).padStart(5),
    String(asked + astray).padStart(5),
    String(wrong).padStart(5),
    String(none).padStart(4),
    percent(recall ?? 0, recall === null ? 0 : 1).padStart(8),
    percent(right, right + taken).padStart(9),
  ]
  return cells.join('  ')
}

function widest(names: readonly string[]): number {
  return Math.max(...names.map(name => visible(name).length))
}
