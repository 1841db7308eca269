import type { Finding, Fix, Severity } from '@scenewright/model'
import { visible } from '../../../terminal/paint.ts'
import { artifactLocation, logicalLocations, physicalLocation, regionOf } from './location.ts'
import type { Reported } from './selection.ts'

/** What a result has that its finding does not say. */
export interface ResultContext {
  readonly folder: string
  readonly ruleIndex: number | undefined
  readonly fingerprint: string | undefined
}

/** SARIF's words for severities. */
export const levels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Severity, string>

/** A finding as a `result`. */
export function resultOf({ finding, by, reason }: Reported, { folder, ruleIndex, fingerprint }: ResultContext): object {
  const { rule, severity, message, help, scenario, node, related, walk, fixes } = finding
  const logical = logicalLocations(scenario, node)
  return {
    ruleId: rule,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: levels[severity],
    message: messageOf(help === undefined ? message : `${message}\n${help}`),
    locations: [
      { physicalLocation: physicalLocation(finding, folder), ...(logical.length > 0 && { logicalLocations: logical }) },
    ],
    ...(related.length > 0 && {
      relatedLocations: related.map((place, id) => ({
        id,
        physicalLocation: physicalLocation(place, folder),
        message: messageOf(place.message),
      })),
    }),
    ...(walk !== undefined && walk.length > 0 && { codeFlows: [codeFlow(finding, walk, folder)] }),
    ...(fixes.length > 0 && { fixes: fixes.map(fix => fixOf(fix, folder)) }),
    ...(fingerprint !== undefined && { partialFingerprints: { 'scenewrightFinding/v1': fingerprint } }),
    suppressions: by === undefined ? [] : [suppressionOf(by, reason)],
  }
}

/** Square brackets before a parenthesis would be a link. */
function messageOf(text: string): object {
  const shown = visible(text)
  return { text: /\]\(/.test(shown) ? shown.replace(/[[\]\\]/g, '\\$&') : shown }
}

/** GitHub shows no more steps of a code flow, and refuses a log with ten times as many in one. */
const longestWalk = 1000

/** The walk that proves the finding: its nodes by name, and the place of the one at which the finding stands. */
function codeFlow(finding: Finding, walk: readonly string[], folder: string): object {
  const { scenario, file, node } = finding
  const locations = walk.slice(-longestWalk).map(step => {
    const place =
      step === node ? physicalLocation(finding, folder) : { artifactLocation: artifactLocation(file, folder) }
    const location = {
      physicalLocation: place,
      logicalLocations: logicalLocations(scenario ?? file, step),
      message: messageOf(`"${step}"`),
    }
    return { location }
  })
  return { threadFlows: [{ locations }] }
}

function fixOf({ title, edits }: Fix, folder: string): object {
  const files = [...new Set(edits.map(({ file }) => file))]
  return {
    description: messageOf(title),
    artifactChanges: files.map(file => ({
      artifactLocation: artifactLocation(file, folder),
      replacements: edits
        .filter(edit => edit.file === file)
        .map(({ range, text }) => ({
          deletedRegion: regionOf(range),
          ...(text !== '' && { insertedContent: { text } }),
        })),
    })),
  }
}

function suppressionOf(by: NonNullable<Reported['by']>, reason = ''): object {
  const justification = reason === '' && by === 'baseline' ? 'in the baseline' : visible(reason)
  return { kind: by === 'comment' ? 'inSource' : 'external', justification }
}
