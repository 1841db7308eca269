import { escaped } from '../../../../render/escaped.ts'
import type { LabReport } from '../../lab-report.ts'
import { disclaimer } from '../wording.ts'
import { collisionsSection } from './collisions.ts'
import { curvesSection } from './curves.ts'
import { heatMapSection } from './heat-map.ts'
import { overview } from './overview.ts'
import { replaySection } from './replay.ts'
import { scenariosSection } from './scenarios.ts'

/** The whole body of the page. */
export function sections(report: LabReport): string {
  const links = [
    ['matrix', 'Confusion'],
    ['collisions', 'Collisions'],
    ['curves', 'Thresholds'],
    ['scenarios', 'Scenarios'],
    ...(report.replay === undefined ? [] : [['replay', 'Messages']]),
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
    '</main>',
    `<footer class="wide">${escaped(disclaimer(report))} Made by Scenewright.</footer>`,
  ].join('\n')
}
