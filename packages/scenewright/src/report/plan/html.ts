import { count } from '../count.ts'
import { escaped, key as keyHtml } from '../escaped.ts'
import { htmlPage } from '../html-page.ts'
import type { PlanContext, PlanFormat, PlannedChanges } from './format.ts'
import { answerTo, openText } from './open-text.ts'
import { planStyle } from './plan-style.ts'
import { type PlanRow, type PlanSymbol, rowsOf } from './rows.ts'
import { countsText, gravityText, reasonText, refreshText, stateText, stepsText, targetText } from './wording.ts'

/**
 * One page that holds all it needs: it opens from a file, loads nothing and runs no script. What comes from sources and
 * from the state stands in it as text.
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

/** The symbols in words, which is also how the page's style knows them. */
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
    const grave = gravity === '' ? '' : ` <b class="breaking">${gravity}</b>`
    const why = `<span class="soft">${escaped(reasonText(entry, context))}</span>`
    return item(`${what}${grave} ${why}${changesHtml(context.changes?.get(entry.key))}`)
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
