import type { Finding, Severity } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import { rulePageUrl } from '../../../render/docs-url.ts'
import { bySeverity, severities, summaryText } from '../../../render/findings-text.ts'
import { code, plain } from '../../../render/markdown-text.ts'
import type { FindingsFormat, FormatContext } from './format.ts'
import { placeOf } from './wording.ts'

/** In UTF-16 units: the maximum length of a comment on GitHub; GitLab allows more. */
const longest = 65_536

/** The length reserved for the text around the rows and the details. */
const reserve = 1000

const titles: { readonly [severity in Severity]: string } = { error: 'Errors', warning: 'Warnings', info: 'Infos' }

type Where = Pick<FormatContext, 'folder' | 'version'>

/** A comment for a pull request: the verdict, a table per severity, and advice. Never longer than GitHub allows. */
export const markdown: FindingsFormat = (report, { folder, failing, version }) => {
  const findings = bySeverity(report.findings)
  const shown = findings.slice(
    0,
    fitting(
      findings.map(finding => row(finding, folder)),
      longest - reserve,
    ),
  )
  const verdict = findings.some(({ severity }) => failing.has(severity)) ? 'failed' : 'passed'
  const left = findings.length - shown.length
  const tables = [
    `**scenewright check ${verdict}**: ${summaryText(report, false)}`,
    ...severities.flatMap(severity => table(severity, shown, folder)),
    ...(left > 0 ? [`${count(left, 'finding')} with the lowest severity omitted here.\n`] : []),
  ].join('\n')
  return tables + details(shown, { folder, version }, longest - reserve / 2 - tables.length)
}

function table(severity: Severity, shown: readonly Finding[], folder: string): readonly string[] {
  const rows = shown.filter(finding => finding.severity === severity).map(finding => row(finding, folder))
  if (rows.length === 0) return []
  return [`#### ${titles[severity]}\n`, `| place | rule | problem |\n|---|---|---|\n${rows.join('')}`]
}

function row(finding: Finding, folder: string): string {
  return `| ${code(placeOf(finding, folder))} | ${code(finding.rule)} | ${plain(finding.message)} |\n`
}

/** The pages of the rules, and the advice for each finding, as far as they fit. */
function details(shown: readonly Finding[], { folder, version }: Where, room: number): string {
  const links = new Set(shown.map(finding => `${ruleLink(finding, version)} `))
  const pages = [...links].slice(0, fitting([...links], room / 2)).join('')
  const items = shown.flatMap(finding => item(finding, folder))
  const fit = items.slice(0, fitting(items, room - pages.length))
  if (pages === '' && fit.length === 0) return ''
  return `\n<details><summary>What to do</summary>\n\n${fit.join('')}\nThe rules: ${pages}\n\n</details>\n`
}

/** A custom rule is named without a link, because its address is not verified. */
function ruleLink({ rule, docs }: Finding, version: string): string {
  return docs === undefined ? `[${code(rule)}](${rulePageUrl(rule, version)})` : code(rule)
}

function item(finding: Finding, folder: string): readonly string[] {
  const { help, walk, related, fixes } = finding
  const said = [
    ...(help === undefined ? [] : [plain(help)]),
    ...(walk === undefined ? [] : [`Walk: ${walk.map(code).join(' &rarr; ')}.`]),
    ...related.map(place => `See ${code(placeOf(place, folder))}: ${plain(place.message)}.`),
    ...fixes.map(({ title }) => `${code('scenewright check --fix')}: ${plain(title)}.`),
  ]
  return said.length === 0 ? [] : [`- ${code(placeOf(finding, folder))} ${said.join(' ')}\n`]
}

/** The number of texts that fit. */
function fitting(texts: readonly string[], room: number): number {
  let left = room
  const first = texts.findIndex(text => {
    left -= text.length
    return left < 0
  })
  return first === -1 ? texts.length : first
}
