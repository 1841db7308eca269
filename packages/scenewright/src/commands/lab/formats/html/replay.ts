import { count } from '@scenewright/model/text'
import type { Cluster } from '@scenewright/simulator/lab'
import { escaped, key, quotation } from '../../../../render/escaped.ts'
import type { ReplayReport } from '../../lab-report.ts'
import { longClass, scrollBox, share, stackedBar } from './stacked-bar.ts'

const maxClusters = 100

/** The outcomes of customers' messages. */
export function replaySection(replay: ReplayReport): string {
  const { file, messages, distinct, left_out, started, asked, none } = replay
  const left = left_out > 0 ? ` ${left_out} more were not tested: empty, or beyond the limits.` : ''
  return [
    '<section id="replay"><h2>Customers’ messages</h2>',
    `<p>${count(messages, 'message')} of ${key(file)}, ${distinct} different, each as the first of a conversation.${left}</p>`,
    stackedBar([
      ['right', started, 'start a scenario'],
      ['asked', asked, 'make the bot ask for clarification'],
      ['none', none, 'start nothing'],
    ]),
    clusters(replay),
    scenarios(replay),
    '</section>',
  ].join('\n')
}

function clusters({ clusters: all, ungrouped, none }: ReplayReport): string {
  if (none === 0) return ''
  const shown = all.slice(0, maxClusters)
  const left = all.length - shown.length
  return [
    '<h3>Unmatched messages</h3>',
    '<div class="tools" hidden><label>Filter <input type="search" data-filters="clusters" placeholder="a word, or a key"></label><output></output></div>',
    `<div id="clusters"${longClass(shown.length, 'clusters')}>${shown.map(clusterCard).join('\n')}</div>`,
    left > 0 ? `<p class="hint">and ${count(left, 'smaller group')}: the JSON report has all.</p>` : '',
    ungrouped > 0 ? `<p class="hint">${count(ungrouped, 'message is', 'messages are')} similar to no other.</p>` : '',
  ].join('\n')
}

function clusterCard({ messages, distinct, words, typical, samples, nearest }: Cluster): string {
  const near =
    nearest === undefined
      ? 'No single scenario is similar: a new one?'
      : `Nearest is ${key(nearest.scenario)} with ${nearest.confidence.toFixed(1)}, at ${share(nearest.share, 1)} of them: examples it lacks?`
  return [
    '<article class="card item">',
    `<h4><span class="badge none">${messages}</span> ${words.map(word => `<bdi>${escaped(word)}</bdi>`).join(' · ')}</h4>`,
    `<p>${quotation(typical)}</p>`,
    samples.length > 0 ? `<ul>${samples.map(text => `<li><bdi>${escaped(text)}</bdi></li>`).join('')}</ul>` : '',
    `<p class="near">${near}</p>`,
    distinct > samples.length + 1 ? `<p class="hint">${distinct} different messages</p>` : '',
    '</article>',
  ].join('')
}

function scenarios({ scenarios: all }: ReplayReport): string {
  if (all.length === 0) return ''
  const rows = all.map(({ scenario, started, asked, samples }) => {
    const texts = samples.slice(0, 3).map(text => `<bdi>${escaped(text)}</bdi>`)
    return `<tr><th scope="row" data-value="${escaped(scenario)}">${key(scenario)}</th><td class="number" data-value="${started}">${started}</td><td class="number" data-value="${asked}">${asked}</td><td class="text">${texts.join('<br>')}</td></tr>`
  })
  return [
    '<h3>What they start</h3>',
    `<div${scrollBox('What the messages start', all.length)}><table class="sortable"><thead><tr><th scope="col">scenario</th><th class="number" scope="col">started</th><th class="number" scope="col">asked</th><th>most often written</th></tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody></table></div>`,
  ].join('\n')
}
