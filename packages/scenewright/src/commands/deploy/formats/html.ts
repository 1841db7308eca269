import { count } from '@scenewright/model/text'
import { escaped, key as keyHtml } from '../../../render/escaped.ts'
import { htmlPage } from '../../../render/html-page.ts'
import type { PlanContext, PlanFormat, PlannedChanges } from './format.ts'
import { answerTo, openText } from './open-text.ts'
import { type PlanRow, type PlanSymbol, rowsOf } from './rows.ts'
import { countsText, gravityText, reasonText, refreshText, stateText, stepsText, targetText } from './wording.ts'

/** The CSS for the plan page only. */
const planStyle = `
body { overflow-wrap: anywhere; }
main { max-width: 960px; margin: 0 auto; padding: 0 24px; }
.verdict { font-size: 18px; }
.rows { list-style: none; margin: 24px 0; padding: 0; border: 1px solid var(--edge); border-radius: 10px; background: var(--card); }
.rows > li { padding: 10px 16px; }
.rows > li + li { border-top: 1px solid var(--edge); }
.mark {
  display: inline-block; min-width: 5.6em; margin-right: 8px; padding: 0 8px; border: 1px solid currentColor;
  border-radius: 99px; text-align: center; font-size: 12.5px; font-weight: 600; color: var(--soft);
}
.key { font-weight: 600; margin-right: 10px; }
.steps { margin-right: 10px; }
.new .mark, .live .mark { color: var(--good); }
.change .mark { color: var(--warn); }
.unknown .mark, .stale .mark, .off .mark, .unknown .steps { color: var(--bad); }
.answer { margin: 4px 0 0; }
details { margin-top: 6px; }
summary { color: var(--soft); }
details li bdi { white-space: pre-line; }
details ul { margin: 4px 0; padding-left: 20px; }
.breaking { color: var(--bad); }
.risky { color: var(--warn); }
@media (max-width: 560px) {
  main { padding: 0 16px; }
  .rows > li { padding: 10px 12px; }
  .key, .steps { display: block; margin: 4px 0 0; }
}
@media print {
  .rows > li { break-inside: avoid; }
}
`

/**
 * One self-contained page: it opens from a file, loads nothing and runs no script. All content from sources and from
 * the state is escaped.
 */
export const html: PlanFormat = (plan, context) => {
  const { rows, unchanged } = rowsOf(plan)
  const title = `Plan for ${plan.environment.name}`
  const items = rows.map(row => itemHtml(row, plan.environment.name, context))
  const body = [
    '<main>',
    `<h1>${escaped(title)}</h1>`,
    `<p class="verdict">${escaped(countsText(plan))}</p>`,
    `<p class="soft">${escaped(targetText(plan))}<br>${escaped(stateText(plan, context))}</p>`,
    ...(items.length === 0 ? [] : ['<ul class="rows">', ...items, '</ul>']),
    ...(unchanged > 0 ? [`<p class="soft">${count(unchanged, 'scenario')} unchanged.</p>`] : []),
    `<footer>${escaped(refreshText(plan))} Made by Scenewright.</footer>`,
    '</main>',
  ].join('\n')
  return htmlPage({ title, style: planStyle, body })
}

/** The symbols in words, which are also class names of the page's style. */
const words: { readonly [mark in PlanSymbol]: string } = {
  '?': 'unknown',
  '!': 'stale',
  '-': 'off',
  '~': 'change',
  '+': 'new',
  '>': 'live',
  '=': 'noted',
}

function itemHtml({ entry, symbol }: PlanRow, environment: string, context: PlanContext): string {
  const mark = `<span class="mark">${words[symbol]}</span>`
  const head = `${mark} <span class="key">${keyHtml(entry.key)}</span>`
  const item = (rest: string) => `<li class="${words[symbol]}">${head}${rest}</li>`
  if (entry.action !== 'unknown' || entry.open === undefined) {
    const steps = stepsText(entry)
    const what = steps === '' ? '' : `<span class="steps">${steps}</span>`
    const gravity = gravityText(entry, context)
    const severity = gravity === '' ? '' : ` <b class="breaking">${gravity}</b>`
    const why = `<span class="soft">${escaped(reasonText(entry, environment, context))}</span>`
    return item(`${what}${severity} ${why}${changesHtml(context.changes?.get(entry.key))}`)
  }
  const answer = answerTo(entry.key, entry.open, { environment, now: context.now })
  const what = 'command' in answer ? `Answer: <code><bdi>${escaped(answer.command)}</bdi></code>` : escaped(answer.text)
  return item(`<span class="steps">${escaped(openText(entry.open, context.now))}</span><p class="answer">${what}</p>`)
}

function changesHtml(changes: PlannedChanges | undefined): string {
  const lines = (changes?.lines ?? []).map(({ level, text, place }) => {
    const mark = level === 'info' ? '' : `<b class="${level}">${level}</b> `
    return `<li>${mark}<bdi>${escaped(text)}</bdi>${place === undefined ? '' : ` <code><bdi>${escaped(place)}</bdi></code>`}</li>`
  })
  return lines.length === 0
    ? ''
    : `<details open=""><summary>What changes</summary><ul>${lines.join('')}</ul></details>`
}
