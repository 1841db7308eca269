import type { CheckReport, SuppressedFinding } from '@scenewright/checker'
import { compareFindings, type Finding, type Fix, type Place, type Range, type Severity } from '@scenewright/model'
import { visible } from '@scenewright/model/text'
import { rulePageUrl } from '../../../render/docs-url.ts'
import { severities } from '../../../render/findings-text.ts'
import { computeFingerprints } from './fingerprints.ts'
import type { FindingsFormat, FormatContext, RuleSummary } from './format.ts'

/** The data of a result that its finding lacks. */
interface ResultContext {
  readonly folder: string
  readonly ruleIndex: number | undefined
  readonly fingerprint: string | undefined
}

/** SARIF's names for severities. */
const levels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Severity, string>

/** The maximum number of steps of a code flow that GitHub shows; it rejects a log with ten times as many in one. */
const maxWalkLength = 1000

/** A rule as a `reportingDescriptor`. */
interface Descriptor {
  readonly id: string
  readonly [property: string]: unknown
}

/** GitHub's names for severities of findings that are not security alerts. */
const problemSeverities = { error: 'error', warning: 'warning', info: 'recommendation' } as const

/**
 * SARIF 2.1.0, section 3 of the OASIS standard. Paths start at the root of the repository, and nothing in the text
 * depends on the machine or the time.
 */
export const sarif: FindingsFormat = (report, context) => {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [createRun(report, context)],
  }
  // Not indented, because the nested format would be twice as long.
  return `${JSON.stringify(log)}\n`
}

function createRun(report: CheckReport, context: FormatContext): object {
  const { shown, left } = selected(reported(report, context))
  const descriptors = createDescriptors(
    context,
    shown.map(({ finding }) => finding),
  )
  const indexes = new Map(descriptors.map(({ id }, index) => [id, index]))
  const fingerprints = computeFingerprints(reported(report, { showsSuppressed: true }).map(({ finding }) => finding))
  return {
    tool: {
      driver: { name: 'Scenewright', version: context.version, semanticVersion: context.version, rules: descriptors },
    },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [sourceRoot]: { description: { text: 'The root of the repository.' } } },
    invocations: [{ executionSuccessful: true, ...(left > 0 && { toolExecutionNotifications: [notification(left)] }) }],
    results: shown.map(one =>
      toResult(one, {
        folder: context.folder,
        ruleIndex: indexes.get(one.finding.rule),
        fingerprint: fingerprints.get(one.finding),
      }),
    ),
  }
}

function reported(
  { findings, suppressed }: CheckReport,
  { showsSuppressed }: Pick<FormatContext, 'showsSuppressed'>,
): readonly Reported[] {
  return [...findings.map(finding => ({ finding })), ...(showsSuppressed ? suppressed : [])]
}

function notification(left: number): object {
  return { level: 'warning', message: { text: `${left} more results were omitted: GitHub rejects a longer list.` } }
}

/** Every rule with its page, followed by the names of unknown rules in findings. */
function createDescriptors(
  context: Pick<FormatContext, 'rules' | 'pageOf' | 'version'>,
  findings: readonly Finding[],
): readonly Descriptor[] {
  const { rules } = context
  const known = new Set(rules.map(({ id }) => id))
  const others = new Set(findings.map(({ rule }) => rule).filter(id => !known.has(id)))
  return [...rules.map(rule => createDescriptor(rule, context)), ...[...others].sort().map(id => ({ id }))]
}

function createDescriptor(
  { id, level, summary, docs }: RuleSummary,
  { pageOf, version }: Pick<FormatContext, 'pageOf' | 'version'>,
): Descriptor {
  const url = docs === undefined ? rulePageUrl(id, version) : webAddress(docs)
  const help = {
    text: `${summary}\n\`scenewright explain ${id}\` prints the page of the rule.`,
    ...(docs === undefined && { markdown: pageOf(id) }),
  }
  return {
    id,
    shortDescription: { text: summary },
    // GitHub requires both.
    fullDescription: { text: summary },
    help,
    ...(url !== undefined && { helpUri: url }),
    defaultConfiguration: { level: levels[level] },
    properties: { tags: [id.replace(/\/.*/, '')], 'problem.severity': problemSeverities[level] },
  }
}

/** A custom rule may refer to a file of the project instead. */
function webAddress(docs: string): string | undefined {
  return /^https?:/i.test(docs) && URL.canParse(docs) ? new URL(docs).href : undefined
}

/** A finding as a `result`. */
function toResult({ finding, by, reason }: Reported, { folder, ruleIndex, fingerprint }: ResultContext): object {
  const { rule, severity, message, help, scenario, node, related, walk, fixes } = finding
  const logical = logicalLocations(scenario, node)
  return {
    ruleId: rule,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: levels[severity],
    message: toMessage(help === undefined ? message : `${message}\n${help}`),
    locations: [
      { physicalLocation: physicalLocation(finding, folder), ...(logical.length > 0 && { logicalLocations: logical }) },
    ],
    ...(related.length > 0 && {
      relatedLocations: related.map((place, id) => ({
        id,
        physicalLocation: physicalLocation(place, folder),
        message: toMessage(place.message),
      })),
    }),
    ...(walk !== undefined && walk.length > 0 && { codeFlows: [codeFlow(finding, walk, folder)] }),
    ...(fixes.length > 0 && { fixes: fixes.map(fix => toFix(fix, folder)) }),
    ...(fingerprint !== undefined && { partialFingerprints: { 'scenewrightFinding/v1': fingerprint } }),
    suppressions: by === undefined ? [] : [toSuppression(by, reason)],
  }
}

/** Square brackets before a parenthesis would become a link. */
function toMessage(text: string): object {
  const shown = visible(text)
  return { text: /\]\(/.test(shown) ? shown.replace(/[[\]\\]/g, '\\$&') : shown }
}

/** The walk that proves the finding: its nodes by name, and the place of the node of the finding. */
function codeFlow(finding: Finding, walk: readonly string[], folder: string): object {
  const { scenario, file, node } = finding
  const locations = walk.slice(-maxWalkLength).map(step => {
    const place =
      step === node ? physicalLocation(finding, folder) : { artifactLocation: artifactLocation(file, folder) }
    const location = {
      physicalLocation: place,
      logicalLocations: logicalLocations(scenario ?? file, step),
      message: toMessage(`"${step}"`),
    }
    return { location }
  })
  return { threadFlows: [{ locations }] }
}

function toFix({ title, edits }: Fix, folder: string): object {
  const files = [...new Set(edits.map(({ file }) => file))]
  return {
    description: toMessage(title),
    artifactChanges: files.map(file => ({
      artifactLocation: artifactLocation(file, folder),
      replacements: edits
        .filter(edit => edit.file === file)
        .map(({ range, text }) => ({
          deletedRegion: toRegion(range),
          ...(text !== '' && { insertedContent: { text } }),
        })),
    })),
  }
}

function toSuppression(by: NonNullable<Reported['by']>, reason = ''): object {
  const justification = reason === '' && by === 'baseline' ? 'in the baseline' : visible(reason)
  return { kind: by === 'comment' ? 'inSource' : 'external', justification }
}

/** The base of relative paths; readers of the log resolve it. */
export const sourceRoot = '%SRCROOT%'

/** A range of a file. */
export function physicalLocation({ file, range }: Place, folder: string): object {
  return { artifactLocation: artifactLocation(file, folder), region: toRegion(range) }
}

/** A file, as a relative URI. */
export function artifactLocation(file: string, folder: string): object {
  return { uri: toUri(folder + file), uriBaseId: sourceRoot }
}

/** Counts like ranges: from 1, with an exclusive end. */
export function toRegion({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column }
}

/** The logical location of a finding: its scenario, and the node if it names one. */
export function logicalLocations(scenario: string | null, node: string | undefined): readonly object[] {
  if (scenario === null) return []
  if (node === undefined) return [{ name: scenario, fullyQualifiedName: scenario, kind: 'scenario' }]
  return [{ name: node, fullyQualifiedName: `${scenario}#${node}`, kind: 'node' }]
}

function toUri(path: string): string {
  return path
    .split('/')
    .map(segment => encodeURIComponent(segment.toWellFormed()))
    .join('/')
}

/** A finding, and its suppression, if any. */
export interface Reported extends Partial<Omit<SuppressedFinding, 'finding'>> {
  readonly finding: Finding
}

/** The maximum number of results per upload that GitHub shows. */
const maxShown = 5000

/** The number of results from which GitHub rejects an upload. */
const maxTaken = 25_000

/**
 * The results to list, in the order of findings. If GitHub would truncate the list, the most severe come first and
 * suppressed ones last. `left` is the number of results that do not fit.
 */
export function selected(reported: readonly Reported[]): {
  readonly shown: readonly Reported[]
  readonly left: number
} {
  const inOrder = [...reported].sort((a, b) => compareFindings(a.finding, b.finding))
  if (inOrder.length > maxShown) inOrder.sort((a, b) => weight(a) - weight(b))
  return { shown: inOrder.slice(0, maxTaken), left: Math.max(0, inOrder.length - maxTaken) }
}

function weight({ finding, by }: Reported): number {
  return severities.indexOf(finding.severity) + (by === undefined ? 0 : severities.length)
}
