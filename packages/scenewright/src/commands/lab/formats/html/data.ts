import { visible } from '../../../../shell/terminal.ts'
import type { LabReport } from '../../lab-report.ts'
import { confusedPart } from './confused-part.ts'

/** As many texts are told of a cell. */
const mostTexts = 4

/** What the page's script works with: plain data. */
export function dataOf(report: LabReport): object {
  const { thresholds, margins, scenarios } = report
  const keys = confusedPart(report.collisions, scenarios)
  const surveys = new Map(scenarios.map(survey => [survey.scenario, survey]))
  return {
    keys: keys.map(visible),
    examples: keys.map(key => surveys.get(key)?.examples ?? 0),
    faults: keys.map(key => faultsOf(surveys.get(key))),
    cells: cellsOf(report, keys),
    thresholds,
    margins,
  }
}

function faultsOf(survey: LabReport['scenarios'][number] | undefined): number {
  return survey === undefined ? 0 : survey.examples - survey.outcomes.right
}

function cellsOf({ confusion, collisions }: LabReport, keys: readonly string[]): readonly object[] {
  const places = new Map(keys.map((key, place) => [key, place]))
  const texts = new Map<string, string[]>()
  for (const { scenario, rival, text } of collisions.flatMap(({ examples }) => examples)) {
    const name = JSON.stringify([scenario, rival])
    texts.set(name, [...(texts.get(name) ?? []), text].slice(0, mostTexts))
  }
  return confusion.flatMap(({ own, other, started, asked, none }) => {
    const row = places.get(own)
    const column = other === null ? keys.length : places.get(other)
    if (row === undefined || column === undefined) return []
    return { row, column, started, asked, none, texts: (texts.get(JSON.stringify([own, other])) ?? []).map(visible) }
  })
}
