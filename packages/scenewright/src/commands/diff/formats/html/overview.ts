import { changeLevels } from '@scenewright/model'
import { escaped } from '../../../../render/escaped.ts'
import type { ChangeGroup } from '../../acceptances/accepted.ts'
import {
  acceptedCount,
  countLevels,
  type DiffReport,
  groupsOf,
  levelsText,
  messagesText,
  subjectText,
} from '../format.ts'

/** The verdict, what was compared, and how many changes there are of each level. */
export function overview(report: DiffReport): string {
  return [
    `<h1>${verdict(report)}</h1>`,
    `<p class="lead">From <bdi>${escaped(report.base)}</bdi> to <bdi>${escaped(report.head)}</bdi>.</p>`,
    levelsBar(groupsOf(report)),
    ...(report.scenarios.length > mostAtOnce ? [filter] : []),
  ].join('\n')
}

/** More scenarios are not overlooked at once. */
const mostAtOnce = 8

/** For the page's script to show. */
const filter =
  '<p class="filter" hidden=""><label>Only scenarios with <input type="search" id="filter"></label> <output class="soft" for="filter"></output></p>'

function verdict(report: DiffReport): string {
  const groups = groupsOf(report)
  if (groups.length > 0) return `${subjectText(report)}: ${levelsText(groups)}${acceptedCount(report)}`
  return report.behaviour.length > 0 ? messagesText(report) : 'Nothing differs'
}

const meanings = {
  breaking: 'customers lose something',
  risky: 'worth a look',
  info: 'different words, something new, another name',
  layout: 'no customer sees it',
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
