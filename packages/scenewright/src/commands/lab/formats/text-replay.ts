import { count, visible } from '@scenewright/model/text'
import type { Cluster } from '@scenewright/simulator/lab'
import type { Paint } from '../../../shell/terminal.ts'
import type { ReplayReport } from '../lab-report.ts'
import { andMore, percent, shortened } from './wording.ts'

const maxScenarios = 10
const maxClusters = 8
const maxSamples = 2

/** The outcomes of customers' messages, and groups of those that start nothing. */
export function replayText(replay: ReplayReport, paint: Paint): string {
  const { file, messages, distinct, left_out, started, asked, none } = replay
  const left = left_out > 0 ? `; ${left_out} more were not tested: empty, or beyond the limits` : ''
  const title = `${count(messages, 'message')} of ${visible(file)}`
  const shares = [
    [started, 'start a scenario'],
    [asked, 'make the bot ask for clarification'],
    [none, 'start nothing'],
  ] as const
  const lines = shares.map(
    ([number, meaning]) => `  ${String(number).padStart(8)}  ${percent(number, messages).padStart(7)}  ${meaning}\n`,
  )
  const head = `\n${paint('bold', title)}, ${distinct} different${left}\n`
  return head + lines.join('') + scenariosText(replay, paint) + clustersText(replay, paint)
}

function scenariosText({ scenarios }: ReplayReport, paint: Paint): string {
  if (scenarios.length === 0) return ''
  const shown = scenarios.slice(0, maxScenarios)
  const width = Math.max(...shown.map(({ scenario }) => visible(scenario).length))
  const rows = shown.map(({ scenario, started, asked, samples: [sample] }) => {
    const text = sample === undefined ? '' : `  ${paint('dim', shortened(sample, 40))}`
    return `  ${visible(scenario).padEnd(width)}  ${String(started).padStart(7)}  ${String(asked).padStart(7)}${text}\n`
  })
  const head = `  ${'scenario'.padEnd(width)}  started    asked  most often\n`
  return `\n${paint('dim', head)}${rows.join('')}${andMore(scenarios.length, shown.length, paint)}`
}

function clustersText({ clusters, ungrouped }: ReplayReport, paint: Paint): string {
  if (clusters.length === 0) return ''
  const shown = clusters.slice(0, maxClusters)
  const alone = ungrouped > 0 ? `  ${count(ungrouped, 'message')} similar to no other\n` : ''
  const title = `\n${paint('bold', `${count(clusters.length, 'group')} of unmatched messages`)}\n`
  const rest = andMore(clusters.length, shown.length, paint) + alone
  return title + shown.map(cluster => clusterText(cluster, paint)).join('') + rest
}

function clusterText({ messages, words, typical, samples, nearest }: Cluster, paint: Paint): string {
  const sampleLines = [typical, ...samples.slice(0, maxSamples)].map(sample => `    ${shortened(sample, 90)}\n`)
  const near =
    nearest === undefined
      ? 'no single scenario is similar: a new one?'
      : `nearest is ${visible(nearest.scenario)} with ${nearest.confidence.toFixed(1)}, at ${percent(nearest.share, 1)} of them: examples it lacks?`
  const name = `${count(messages, 'message')}: ${words.map(visible).join(', ')}`
  return `  ${paint('yellow', name)}\n${sampleLines.join('')}    ${paint('cyan', near)}\n`
}
