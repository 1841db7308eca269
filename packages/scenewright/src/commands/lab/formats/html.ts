import { readFileSync } from 'node:fs'
import { visible } from '@scenewright/model/text'
import { escaped } from '../../../render/escaped.ts'
import { htmlPage } from '../../../render/html-page.ts'
import type { LabFormat, LabReport } from '../lab-report.ts'
import { collisionsSection } from './html/collisions.ts'
import { confusedPart } from './html/confused-part.ts'
import { curvesSection } from './html/curves.ts'
import { evaluationSection } from './html/evaluation.ts'
import { heatMapSection } from './html/heat-map.ts'
import { overview } from './html/overview.ts'
import { replaySection } from './html/replay.ts'
import { scenariosSection } from './html/scenarios.ts'
import { disclaimer } from './wording.ts'

/** An interactive page. Texts of authors and customers are escaped. */
export const html: LabFormat = report =>
  htmlPage({
    title: 'Trigger lab',
    style: asset('page.css'),
    body: sections(report),
    script: asset('page.js'),
    data: pageData(report),
  })

/** The build puts the folder next to the bundle, as it is next to this file. */
function asset(name: string): string {
  return readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')
}

/** The whole body of the page. */
export function sections(report: LabReport): string {
  const links = [
    ['matrix', 'Confusion'],
    ['collisions', 'Collisions'],
    ['curves', 'Thresholds'],
    ['scenarios', 'Scenarios'],
    ...(report.replay === undefined ? [] : [['replay', 'Messages']]),
    ...(report.evaluation === undefined ? [] : [['evaluation', 'Evaluation']]),
  ]
  const nav = links.map(([id, name]) => `<a href="#${id}">${name}</a>`).join('')
  return [
    '<a class="skip" href="#main">Skip to the report</a>',
    `<header class="top"><div class="wide"><strong>Trigger lab</strong><nav aria-label="Sections">${nav}</nav></div></header>`,
    '<main id="main" class="wide">',
    overview(report),
    heatMapSection(report),
    collisionsSection(report),
    curvesSection(report),
    scenariosSection(report),
    report.replay === undefined ? '' : replaySection(report.replay),
    evaluationSection(report),
    '</main>',
    `<footer class="wide">${escaped(disclaimer(report))} Made by Scenewright.</footer>`,
  ].join('\n')
}

/** The maximum number of texts that the page shows for one cell. */
const maxTexts = 4

/** The data for the page's script: plain data. */
export function pageData(report: LabReport): object {
  const { thresholds, margins, scenarios } = report
  const keys = confusedPart(report.collisions, scenarios)
  const surveys = new Map(scenarios.map(survey => [survey.scenario, survey]))
  return {
    keys: keys.map(visible),
    examples: keys.map(key => surveys.get(key)?.examples ?? 0),
    faults: keys.map(key => countMisses(surveys.get(key))),
    cells: createCells(report, keys),
    thresholds,
    margins,
  }
}

function countMisses(survey: LabReport['scenarios'][number] | undefined): number {
  return survey === undefined ? 0 : survey.examples - survey.outcomes.right
}

function createCells({ confusion, collisions }: LabReport, keys: readonly string[]): readonly object[] {
  const places = new Map(keys.map((key, place) => [key, place]))
  const texts = new Map<string, string[]>()
  for (const { scenario, rival, text } of collisions.flatMap(({ examples }) => examples)) {
    const name = JSON.stringify([scenario, rival])
    texts.set(name, [...(texts.get(name) ?? []), text].slice(0, maxTexts))
  }
  return confusion.flatMap(({ own, other, started, asked, none }) => {
    const row = places.get(own)
    const column = other === null ? keys.length : places.get(other)
    if (row === undefined || column === undefined) return []
    return { row, column, started, asked, none, texts: (texts.get(JSON.stringify([own, other])) ?? []).map(visible) }
  })
}
