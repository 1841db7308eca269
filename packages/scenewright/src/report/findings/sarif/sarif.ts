import type { CheckReport } from '@scenewright/checker'
import { fingerprintsOf } from '../fingerprints.ts'
import type { FindingsFormat, FormatContext } from '../format.ts'
import { sourceRoot } from './location.ts'
import { resultOf } from './result.ts'
import { descriptorsOf } from './rule.ts'
import { type Reported, selected } from './selection.ts'

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
