import type { CheckReport } from '@scenewright/checker'
import type { Finding } from '@scenewright/model'
import { rulePageUrl } from '../../../docs-url.ts'
import { fingerprintsOf } from '../fingerprints.ts'
import type { FindingsFormat, FormatContext, RuleSummary } from '../format.ts'
import { sourceRoot } from './location.ts'
import { levels, resultOf } from './result.ts'
import { type Reported, selected } from './selection.ts'

/** A rule as a `reportingDescriptor`. */
interface Descriptor {
  readonly id: string
  readonly [property: string]: unknown
}

/** GitHub's words for severities of findings that are no security alerts. */
const problemSeverities = { error: 'error', warning: 'warning', info: 'recommendation' } as const

/**
 * SARIF 2.1.0, section 3 of the OASIS standard. Paths start at the root of the repository, and nothing in the text hangs
 * on the machine or the time.
 */
export const sarif: FindingsFormat = (report, context) => {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [runOf(report, context)],
  }
  // Not indented: so deep a form would be twice as long.
  return `${JSON.stringify(log)}\n`
}

function runOf(report: CheckReport, context: FormatContext): object {
  const { shown, left } = selected(reported(report, context))
  const descriptors = descriptorsOf(
    context,
    shown.map(({ finding }) => finding),
  )
  const indexes = new Map(descriptors.map(({ id }, index) => [id, index]))
  const fingerprints = fingerprintsOf(reported(report, { showsSuppressed: true }).map(({ finding }) => finding))
  return {
    tool: {
      driver: { name: 'Scenewright', version: context.version, semanticVersion: context.version, rules: descriptors },
    },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [sourceRoot]: { description: { text: 'The root of the repository.' } } },
    invocations: [{ executionSuccessful: true, ...(left > 0 && { toolExecutionNotifications: [notification(left)] }) }],
    results: shown.map(one =>
      resultOf(one, {
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
  return { level: 'warning', message: { text: `${left} more results are left out: GitHub refuses a longer list.` } }
}

/** Every rule with its page, and behind them, by their names alone, those that findings name and nobody knows. */
function descriptorsOf(
  context: Pick<FormatContext, 'rules' | 'pageOf' | 'version'>,
  findings: readonly Finding[],
): readonly Descriptor[] {
  const { rules } = context
  const known = new Set(rules.map(({ id }) => id))
  const others = new Set(findings.map(({ rule }) => rule).filter(id => !known.has(id)))
  return [...rules.map(rule => descriptorOf(rule, context)), ...[...others].sort().map(id => ({ id }))]
}

function descriptorOf(
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
    // GitHub asks for both.
    fullDescription: { text: summary },
    help,
    ...(url !== undefined && { helpUri: url }),
    defaultConfiguration: { level: levels[level] },
    properties: { tags: [id.replace(/\/.*/, '')], 'problem.severity': problemSeverities[level] },
  }
}

/** A team's own rule may name a file of the project instead. */
function webAddress(docs: string): string | undefined {
  return /^https?:/i.test(docs) && URL.canParse(docs) ? new URL(docs).href : undefined
}
