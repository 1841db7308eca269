import { visible } from '@scenewright/model/text'
import { json } from '../../render/json.ts'
import type { ImportedSource } from './create-sources.ts'
import { type FilePlace, type Omission, type OmissionKind, omissionKinds } from './imported-bot.ts'

/** The result of an import. */
export interface ImportReport {
  readonly from: string
  readonly path: string
  readonly out: string
  /** The number of intents that were read. */
  readonly intents: number
  readonly sources: readonly ImportedSource[]
  readonly omissions: readonly Omission[]
}

/** The name of the list of omissions in the output folder. */
export const listName = 'IMPORT.md'

/** The number of omissions of each kind, in the order of the kinds; those without any are left out. */
function countKinds(omissions: readonly Omission[]): readonly (readonly [kind: OmissionKind, count: number])[] {
  return (Object.keys(omissionKinds) as OmissionKind[])
    .map(kind => [kind, omissions.filter(omission => omission.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
}

function totalsOf({ intents, sources, omissions }: ImportReport) {
  return {
    intents,
    scenarios: sources.length,
    examples: sources.reduce((sum, { examples }) => sum + examples, 0),
    replies: sources.reduce((sum, { replies }) => sum + replies, 0),
    omissions: omissions.length,
  }
}

/** The figures for a terminal. */
export function reportText(report: ImportReport): string {
  const { intents, scenarios, examples, replies, omissions } = totalsOf(report)
  const rows: readonly (readonly [number, string])[] = [
    [intents, 'intents read'],
    [scenarios, 'scenarios'],
    [examples, 'examples'],
    [replies, 'replies'],
  ]
  const kinds = countKinds(report.omissions).map(([kind, number]) => [number, omissionKinds[kind]] as const)
  const width = Math.max(...[...rows, ...kinds].map(([number]) => String(number).length))
  const lines = (all: typeof rows) =>
    all.map(([number, name]) => `  ${String(number).padStart(width)}  ${name}\n`).join('')
  if (omissions === 0) return lines(rows)
  return `${lines(rows)}\nNot imported, or to be completed\n${lines(kinds)}`
}

/** The same for programs. */
export function reportJson(report: ImportReport): string {
  return json({
    version: 1,
    from: report.from,
    path: report.path,
    out: report.out,
    scenarios: report.sources.map(({ intent, key, file, examples, replies }) => ({
      intent,
      key,
      file,
      examples,
      replies,
    })),
    omissions: report.omissions.map(({ kind, what, place }) => ({ kind, what, ...place })),
    totals: { ...totalsOf(report), omissions: Object.fromEntries(countKinds(report.omissions)) },
  })
}

/** The list of omissions as a page, by kind. */
export function omissionsPage({ from, path, omissions }: ImportReport): string {
  const sections = countKinds(omissions).map(([kind, number]) => {
    const items = omissions.filter(omission => omission.kind === kind)
    const title = omissionKinds[kind]
    const heading = `## ${title[0]?.toUpperCase()}${title.slice(1)} (${number})`
    return `${heading}\n\n${items.map(({ what, place }) => `- ${inMarkdown(what)} (${placeText(place)})\n`).join('')}`
  })
  const head = `# Import from ${from}: ${inMarkdown(path)}\n\nScenarios do not contain the following, or a person must complete it.\n`
  return [head, ...sections].join('\n')
}

function placeText({ file, line }: FilePlace): string {
  return inMarkdown(line === undefined ? file : `${file}:${line}`)
}

/** A text of the other tool on one line, without the effect of Markdown. */
function inMarkdown(text: string): string {
  return visible(text.replace(/\s+/g, ' ')).replace(/[\\`*[\]<>|#]/g, '\\$&')
}
