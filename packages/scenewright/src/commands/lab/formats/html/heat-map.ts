import { escaped } from '../../../../render/escaped.ts'
import type { LabReport } from '../../lab-report.ts'
import { confusedPart } from './confused-part.ts'
import { round, scrollBox } from './stacked-bar.ts'

/** In pixels. */
const labels = { width: 250, height: 24 }

/** With at least this many rows, there is room for the details next to the map. */
const narrow = 20

/** Longer keys are truncated; the details of a cell contain them in full. */
const maxLabelLength = 32

/**
 * The confused part of the matrix: one row per scenario, one column per scenario that its examples start, or are
 * offered.
 */
export function heatMapSection(report: LabReport): string {
  const keys = confusedPart(report.collisions, report.scenarios)
  const head = '<section id="matrix"><h2>Confusion</h2>'
  if (keys.length === 0) {
    return `${head}<p class="good">No example starts another scenario, or causes a clarification that offers one.</p></section>`
  }
  const others = report.scenarios.length - keys.length
  return [
    head,
    `<p>Each row is a scenario, each column a result of its examples; on the diagonal they start their own scenario.${others > 0 ? ` ${others} scenarios with few or no collisions are not shown.` : ''}</p>`,
    '<div class="tools" hidden><label>Order <select id="order"><option value="near">those that collide side by side</option><option value="key">by key</option><option value="worst">worst first</option></select></label>',
    '<span class="hint">Arrow keys go from cell to cell.</span></div>',
    `<div class="map-and-details${keys.length > narrow ? ' below' : ''}"><div${scrollBox('Map of collisions')}>`,
    heatMap(report, keys),
    '</div><aside id="details" aria-live="polite"><p class="hint">Point at a cell, or go to it with the keyboard, to see what is behind it.</p></aside></div>',
    '<p class="scale"><span class="dot right"></span>start their own <span class="dot wrong"></span>start another <span class="dot asked"></span>asked back <span class="dot none"></span>start nothing (last column)</p>',
    '</section>',
  ].join('\n')
}

function heatMap(report: LabReport, keys: readonly string[]): string {
  const cell = cellSize(keys.length)
  const places = new Map(keys.map((key, place) => [key, place]))
  const examples = new Map(report.scenarios.map(survey => [survey.scenario, survey.examples]))
  const cells = report.confusion.flatMap(({ own, other, started, asked, none }) => {
    const row = places.get(own)
    const column = other === null ? keys.length : places.get(other)
    if (row === undefined || column === undefined) return []
    const kind = other === null ? 'none' : own === other ? 'right' : started > 0 ? 'wrong' : 'asked'
    const share = (started + asked + none) / Math.max(1, examples.get(own) ?? 1)
    const name = `${escaped(own)} and ${other === null ? 'nothing' : escaped(other)}`
    return `<rect class="cell fill-${kind}" data-row="${row}" data-column="${column}" x="${labels.width + column * cell}" y="${labels.height + row * cell}" width="${cell - 2}" height="${cell - 2}" rx="3" fill-opacity="${round(0.25 + 0.75 * share)}" role="button" tabindex="-1" aria-label="${name}"/>`
  })
  const [width, height] = [labels.width + (keys.length + 1) * cell + 4, labels.height + keys.length * cell + 4]
  return [
    `<svg id="map" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" data-size="${cell}" role="group" aria-label="Confusion of ${keys.length} scenarios">`,
    ...keys.map((key, place) => labelsOf(key, place, cell)),
    ...cells,
    '</svg>',
  ].join('\n')
}

/** In pixels, the width and height of a cell, so that the map fills the width of the page. */
function cellSize(scenarios: number): number {
  if (scenarios <= 16) return 29
  return scenarios <= narrow ? 24 : 18
}

function labelsOf(key: string, place: number, cell: number): string {
  const characters = [...key]
  const short = characters.length > maxLabelLength ? `…${characters.slice(1 - maxLabelLength).join('')}` : key
  const middle = cell / 2 - 1
  return [
    `<rect class="track" data-row="${place}" x="${labels.width}" y="${labels.height + place * cell}" width="100%" height="${cell - 2}"/>`,
    `<text class="row" data-row="${place}" x="${labels.width - 8}" y="${labels.height + place * cell + middle + 4}" text-anchor="end"><title>${escaped(key)}</title>${escaped(short)} <tspan class="place">${place + 1}</tspan></text>`,
    `<text class="column" data-column="${place}" x="${labels.width + place * cell + middle}" y="${labels.height - 8}" text-anchor="middle">${place + 1}</text>`,
  ].join('')
}
