import { escaped, key as keyHtml } from '../../../../render/escaped.ts'
import { acceptedHereOf, type DiffReport } from '../format.ts'
import { changeList, type ShownChanges } from './scenario-section.ts'

/** What differs in the project file; empty where nothing does. */
export function settingsSection({ settings = [], configFile = '' }: DiffReport, shown: ShownChanges): string {
  if (settings.length === 0) return ''
  const list = changeList(settings, shown, { label: 'Changed settings, most severe first', id: 'settings' })
  return section('settings-head', `Settings in ${keyHtml(shown.folder + configFile)}`, list)
}

/** The messages that start another scenario, or none, by where they went. */
export function movedSection({ moved = [] }: DiffReport, shown: ShownChanges): string {
  const changes = moved.flatMap(each => each.changes)
  if (changes.length === 0) return ''
  const list = changeList(changes, shown, { label: 'Where messages went, the most first', id: 'moved' })
  return section('moved-head', 'Messages that start a different scenario, or none', list)
}

/** The acceptances that the change itself adds. */
export function acceptedSection(report: DiffReport): string {
  const items = acceptedHereOf(report).map(({ scenario, said, who }) => {
    return `<li>${keyHtml(scenario)} <bdi>${escaped(said)}</bdi><p class="soft"><bdi>${escaped(who)}</bdi></p></li>`
  })
  if (items.length === 0) return ''
  return section('accepted-head', 'Accepted by this change', `<ul class="changes">${items.join('')}</ul>`)
}

function section(id: string, title: string, body: string): string {
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${title}</h2>\n${body}\n</section>`
}
