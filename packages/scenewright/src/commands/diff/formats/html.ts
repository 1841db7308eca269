import { readFileSync } from 'node:fs'
import type { Change } from '@scenewright/differ'
import { loadLayout } from '@scenewright/graph'
import { flowStyle } from '../../../render/graph/svg-style.ts'
import { htmlPage } from '../../../render/html-page.ts'
import { acceptedText, byGravity, type DiffContext, type DiffFormat, type DiffReport, flowsOf } from './format.ts'
import { behaviourSection } from './html/behaviour-section.ts'
import { drawPair, type Layout } from './html/draw-pair.ts'
import { acceptedSection, movedSection, settingsSection } from './html/other-sections.ts'
import { overview } from './html/overview.ts'
import { type ShownScenario, scenarioSection } from './html/scenario-section.ts'

/**
 * Loads what makes one page of a comparison: the changes of each scenario beside its flow before and after, and what is
 * answered otherwise. Texts of sources stand in it as text, whatever is in them.
 */
export async function loadHtml(): Promise<DiffFormat> {
  const layout = await loadLayout()
  const [style, script] = [flowStyle + asset('diff.css'), asset('diff.js')]
  return (report, context) => {
    const scenarios = shownScenarios(report, context, layout)
    return htmlPage({
      title: 'What differs',
      style,
      body: bodyOf(report, context, scenarios),
      script,
      data: { drawings: scenarios.map(({ pair }) => pair.drawing) },
    })
  }
}

function shownScenarios(report: DiffReport, { folder }: DiffContext, layout: Layout): readonly ShownScenario[] {
  const flows = flowsOf(report.compared)
  return byGravity(report.scenarios).map((scenario, number) => {
    const sides = flows(scenario)
    return {
      scenario,
      pair: drawPair({ ...sides, changes: scenario.changes }, layout),
      number,
      ...(sides.base && { base: report.base }),
      ...(sides.head && { head: report.head }),
      folder,
      acceptance: change => acceptedText(report, change),
    }
  })
}

const blindness = 'What messages lead to is simulated: the service may decide otherwise. '

function bodyOf(report: DiffReport, { folder }: DiffContext, scenarios: readonly ShownScenario[]): string {
  const shown = { folder, acceptance: (change: Change) => acceptedText(report, change) }
  return [
    '<a class="skip" href="#main">Skip to the changes</a>',
    '<main id="main">',
    overview(report),
    settingsSection(report, shown),
    ...scenarios.map(scenarioSection),
    movedSection(report, shown),
    acceptedSection(report),
    behaviourSection(report.behaviour),
    '</main>',
    `<footer>${report.behaviour.length > 0 ? blindness : ''}Made by Scenewright.</footer>`,
  ].join('\n')
}

/** The build puts the folder beside the bundle, where it stands beside this file too. */
function asset(name: string): string {
  return readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')
}
