import { readFileSync } from 'node:fs'
import type { BehaviorChange, Change } from '@scenewright/differ'
import { loadLayout } from '@scenewright/graph'
import { changeLevels } from '@scenewright/model/config'
import { count } from '@scenewright/model/text'
import { escaped, key as keyHtml, quotation } from '../../../render/escaped.ts'
import { flowStyle } from '../../../render/graph/svg-style.ts'
import { htmlPage } from '../../../render/html-page.ts'
import type { ChangeGroup } from '../acceptances/acceptances.ts'
import type { ComparedBots } from '../compared-bots.ts'
import {
  acceptedCount,
  acceptedText,
  byGravity,
  countLevels,
  type DiffContext,
  type DiffFormat,
  type DiffReport,
  decisionText,
  describeAccepted,
  groupChanges,
  indexFlows,
  levelsText,
  messagesText,
  subjectText,
} from './format.ts'
import { drawPair, type Layout } from './html/draw-pair.ts'
import { changeList, type ShownChanges, type ShownScenario, scenarioSection } from './html/scenario-section.ts'

/**
 * Loads the renderer for a self-contained page of a comparison: the changes of each scenario next to its flow before
 * and after, and the changed decisions. Texts of sources are escaped.
 */
export async function loadHtml(): Promise<DiffFormat> {
  const layout = await loadLayout()
  const style = flowStyle + asset('diff.css')
  return (report, context) => {
    const { bots } = report
    const scenarios = shownScenarios(report, context, layout)
    return htmlPage({
      title: 'What differs',
      style,
      body: printBody(report, context, scenarios),
      script: bots === undefined ? asset('diff.js') : `${asset('diff.js')}\n${asset('answers.js')}`,
      data: { drawings: scenarios.map(({ pair }) => pair.drawing), ...(bots && { bots }) },
    })
  }
}

function shownScenarios(report: DiffReport, { folder }: DiffContext, layout: Layout): readonly ShownScenario[] {
  const flows = indexFlows(report.compared)
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

const blindness = 'Decisions are simulated: the service may decide differently.  '

function printBody(report: DiffReport, { folder }: DiffContext, scenarios: readonly ShownScenario[]): string {
  const shown = { folder, acceptance: (change: Change) => acceptedText(report, change) }
  return [
    '<a class="skip" href="#main">Skip to the changes</a>',
    '<main id="main">',
    overview(report),
    ...(report.bots ? [answersSection(report.bots)] : []),
    settingsSection(report, shown),
    ...scenarios.map(scenarioSection),
    movedSection(report, shown),
    acceptedSection(report),
    behaviorSection(report.behavior),
    '</main>',
    `<footer>${report.behavior.length > 0 ? blindness : ''}Made by Scenewright.</footer>`,
  ].join('\n')
}

/** For the page's script: both bots answer messages. */
function answersSection({ lacksEmbeddings }: ComparedBots): string {
  const meaning = lacksEmbeddings
    ? ' The model for embeddings is not used: scores are those of the offline scorer.'
    : ''
  return [
    '<section id="answers" aria-labelledby="answers-head" hidden="">',
    '<h2 id="answers-head">Ask both bots</h2>',
    `<p class="soft">They answer on this page: no message leaves it. ${blindness.trim()}${meaning}</p>`,
    '<form class="ask"><label>Message <input name="message" maxlength="2000" autocomplete="off"></label> <button>Ask</button> <button type="reset">New conversation</button></form>',
    `<div class="sides">${sideRegion('base', 'Base')}${sideRegion('head', 'Head')}</div>`,
    '</section>',
  ].join('\n')
}

/** The answers of one bot, the newest first. */
function sideRegion(side: 'base' | 'head', title: string): string {
  const id = `bot-${side}`
  return `<section class="${side}" aria-labelledby="${id}"><h3 id="${id}">${title}</h3><ol class="messages" aria-live="polite"></ol></section>`
}

/** The build puts the folder next to the bundle, as it is next to this file. */
function asset(name: string): string {
  return readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')
}

/** The verdict, the two sides, and the number of changes of each level. */
export function overview(report: DiffReport): string {
  return [
    `<h1>${verdict(report)}</h1>`,
    `<p class="lead">From <bdi>${escaped(report.base)}</bdi> to <bdi>${escaped(report.head)}</bdi>.</p>`,
    levelsBar(groupChanges(report)),
    ...(report.scenarios.length > maxAtOnce ? [filter] : []),
  ].join('\n')
}

/** More scenarios cannot be surveyed at once. */
const maxAtOnce = 8

/** For the page's script. */
const filter =
  '<p class="filter" hidden=""><label>Only scenarios with <input type="search" id="filter"></label> <output class="soft" for="filter"></output></p>'

function verdict(report: DiffReport): string {
  const groups = groupChanges(report)
  if (groups.length > 0) return `${subjectText(report)}: ${levelsText(groups)}${acceptedCount(report)}`
  return report.behavior.length > 0 ? messagesText(report) : 'Nothing differs'
}

const meanings = {
  breaking: 'customers lose something',
  risky: 'worth a look',
  info: 'other words, new content, new names',
  layout: 'invisible to customers',
} as const

function levelsBar(groups: readonly ChangeGroup[]): string {
  const counts = countLevels(groups)
  const items = changeLevels
    .filter(level => counts[level] > 0)
    .map(
      level =>
        `<li class="${level}"><b>${counts[level]}</b> <span class="level">${level}</span> ${meanings[level]}</li>`,
    )
  return items.length === 0 ? '' : `<ul class="levels">${items.join('')}</ul>`
}

/** A person reads no more of them. */
const maxMessages = 200

/** Messages with a different decision, each with the replies before and now. */
export function behaviorSection(behavior: readonly BehaviorChange[]): string {
  if (behavior.length === 0) return ''
  const shown = behavior.slice(0, maxMessages)
  const left = behavior.length - shown.length
  return [
    '<section aria-labelledby="messages">',
    `<h2 id="messages">${count(behavior.length, 'message gets a different answer', 'messages get a different answer')}</h2>`,
    '<ul class="messages">',
    ...shown.map(messageItem),
    '</ul>',
    ...(left > 0 ? [`<p class="soft">${left} more; <code>scenewright diff --format json</code> has all.</p>`] : []),
    '</section>',
  ].join('\n')
}

function messageItem({ message, before, after }: BehaviorChange): string {
  return `<li class="answered"><p class="message">${quotation(message)}</p><div class="pair">${answer('Before', before)}${answer('After', after)}</div></li>`
}

function answer(word: string, given: BehaviorChange['before']): string {
  const replies = given.replies.map(reply => `<p class="reply"><bdi>${escaped(reply)}</bdi></p>`)
  const what = given.kind === 'start' ? `starts ${decisionText(given)}` : decisionText(given)
  return `<div><p class="soft"><b>${word}</b>: <bdi>${escaped(what)}</bdi></p>${replies.join('')}</div>`
}

/** The section with the changes in the project file; empty if there are none. */
export function settingsSection({ settings = [], configFile = '' }: DiffReport, shown: ShownChanges): string {
  if (settings.length === 0) return ''
  const list = changeList(settings, shown, { label: 'Changed settings, most severe first', id: 'settings' })
  return section('settings-head', `Settings in ${keyHtml(shown.folder + configFile)}`, list)
}

/** The messages that start another scenario, or none, grouped by their new decision. */
export function movedSection({ moved = [] }: DiffReport, shown: ShownChanges): string {
  const changes = moved.flatMap(each => each.changes)
  if (changes.length === 0) return ''
  const list = changeList(changes, shown, { label: 'New decisions, the most frequent first', id: 'moved' })
  return section('moved-head', 'Messages that start a different scenario, or none', list)
}

/** The acceptances that the change itself adds. */
export function acceptedSection(report: DiffReport): string {
  const items = describeAccepted(report).map(({ scenario, said, who }) => {
    return `<li>${keyHtml(scenario)} <bdi>${escaped(said)}</bdi><p class="soft"><bdi>${escaped(who)}</bdi></p></li>`
  })
  if (items.length === 0) return ''
  return section('accepted-head', 'Accepted by this change', `<ul class="changes">${items.join('')}</ul>`)
}

function section(id: string, title: string, body: string): string {
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${title}</h2>\n${body}\n</section>`
}
