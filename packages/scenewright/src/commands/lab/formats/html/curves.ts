import type { LabReport } from '../../lab-report.ts'
import { round } from './stacked-bar.ts'

/** The size of a plot, in its own units. */
const plot = { width: 520, height: 260, left: 42, right: 12, top: 12, bottom: 30 } as const

/** The shares of one outcome, from 0 to 1, at each value. */
interface Line {
  readonly name: string
  readonly label: string
  readonly shares: readonly number[]
}

/** Lines over the whole values from `first` to `last`. */
export interface Plot {
  readonly id: string
  readonly first: number
  readonly last: number
  readonly step: number
  readonly present: number
  readonly suggested?: number
  readonly lines: readonly Line[]
}

/** The effects of another threshold and another margin, as two plots with a slider each. */
export function curvesSection(report: LabReport): string {
  const { thresholds, margins } = report
  const presents = thresholds.varies
    ? `Most scenarios have ${thresholds.present} now.`
    : `All have ${thresholds.present} now.`
  return [
    '<section id="curves"><h2>Thresholds</h2>',
    '<div class="plots">',
    figure(
      'What <code>min_confidence</code> would change',
      `If every scenario had the same. ${presents} ${suggestionText(thresholds)}`,
      thresholdPlot(thresholds),
    ),
    figure(
      'What <code>scenario_clarify_margin</code> would change',
      margins.enabled
        ? `The bot asks for clarification within ${margins.present}.`
        : `Clarification is off now; this shows its effect.`,
      marginPlot(margins),
    ),
    '</div>',
    '<p class="hint">Foreign: an example on a bot that lacks its scenario, as a message that belongs to none. It is nearer to the others than most such messages are.</p>',
    '</section>',
  ].join('\n')
}

function suggestionText({ suggested, present }: LabReport['thresholds']): string {
  if (suggested === null) return 'With fewer than 300 examples, no threshold can be suggested.'
  if (suggested === present) return 'For the examples, no other one has a lower cost.'
  return `${suggested} has the lowest cost for the examples, if a wrong start costs five times as much as a missing one.`
}

function figure(title: string, text: string, plotted: Plot): string {
  const { id, first, last, present, lines } = plotted
  const legend = lines.map(
    ({ name, label }) => `<li><span class="dot ${name}"></span>${label} <b data-of="${name}"></b></li>`,
  )
  return [
    `<figure id="${id}" class="card"><h3 id="${id}-title">${title}</h3><p>${text}</p>`,
    drawPlot(plotted),
    `<label class="slide" hidden><input type="range" aria-labelledby="${id}-title" min="${first}" max="${last}" value="${present}"><output></output></label>`,
    `<ul class="legend plain">${legend.join('')}</ul></figure>`,
  ].join('\n')
}

/** Draws the lines as SVG. */
export function drawPlot(plotted: Plot): string {
  const { id, first, last, step, present, suggested, lines } = plotted
  const x = (value: number) =>
    round(plot.left + ((value - first) / (last - first)) * (plot.width - plot.left - plot.right))
  const y = (share: number) => round(plot.top + (1 - share) * (plot.height - plot.top - plot.bottom))
  const [top, bottom] = [plot.top, plot.height - plot.bottom]
  const rows = [0, 0.25, 0.5, 0.75, 1].map(
    share =>
      `<line class="grid" x1="${plot.left}" x2="${plot.width - plot.right}" y1="${y(share)}" y2="${y(share)}"/><text x="${plot.left - 6}" y="${y(share) + 4}" text-anchor="end">${share * 100}%</text>`,
  )
  const marks = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_none, at) => first + at * step)
  const values = marks.map(value => `<text x="${x(value)}" y="${bottom + 20}" text-anchor="middle">${value}</text>`)
  const paths = lines.map(({ name, shares }) => {
    const points = shares.map((share, at) => `${x(first + at)},${y(share)}`)
    return `<polyline class="line stroke-${name}" points="${points.join(' ')}"/>`
  })
  const within = (value: number) => Math.min(last, Math.max(first, value))
  const vertical = (name: string, value: number) =>
    `<line class="${name}" x1="${x(value)}" x2="${x(value)}" y1="${top}" y2="${bottom}"/>`
  return [
    `<svg class="plot" viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label="Shares by ${id}" data-left="${plot.left}" data-right="${plot.width - plot.right}">`,
    ...rows,
    ...values,
    suggested === undefined ? '' : vertical('suggested', suggested),
    vertical('present', within(present)),
    ...paths,
    vertical('cursor', within(present)),
    '</svg>',
  ].join('')
}

function thresholdPlot({ points, present, suggested, foreign }: LabReport['thresholds']): Plot {
  const shares = (part: (point: (typeof points)[number]) => number) =>
    points.map(point => part(point) / Math.max(1, point.right + point.asked + point.astray + point.wrong + point.none))
  return {
    id: 'threshold',
    first: 50,
    last: 100,
    step: 10,
    present,
    ...(suggested !== null && { suggested }),
    lines: [
      { name: 'right', label: 'start their own', shares: shares(({ right }) => right) },
      { name: 'asked', label: 'asked back', shares: shares(({ asked, astray }) => asked + astray) },
      { name: 'none', label: 'start nothing', shares: shares(({ none }) => none) },
      { name: 'wrong', label: 'start another', shares: shares(({ wrong }) => wrong) },
      {
        name: 'foreign',
        label: 'foreign start something',
        shares: points.map(point => point.foreign / Math.max(1, foreign)),
      },
    ],
  }
}

function marginPlot({ points, present }: LabReport['margins']): Plot {
  const shares = (part: (point: (typeof points)[number]) => number) =>
    points.map(point => part(point) / Math.max(1, point.right + point.asked + point.astray + point.wrong + point.none))
  return {
    id: 'margin',
    first: 0,
    last: 30,
    step: 5,
    present,
    lines: [
      { name: 'right', label: 'start their own', shares: shares(({ right }) => right) },
      { name: 'asked', label: 'clarification that offers their own scenario', shares: shares(({ asked }) => asked) },
      { name: 'astray', label: 'clarification that does not offer it', shares: shares(({ astray }) => astray) },
      { name: 'wrong', label: 'start another', shares: shares(({ wrong }) => wrong) },
    ],
  }
}
