import type { Severity } from '@scenewright/model'
import { json } from '../../../render/json.ts'
import { computeFingerprints } from './fingerprints.ts'
import type { FindingsFormat } from './format.ts'
import { onOneLine } from './wording.ts'

const severities: { readonly [severity in Severity]: string } = { error: 'critical', warning: 'minor', info: 'info' }

/** A report for GitLab's Code Quality: a list of findings, with paths from the root of the repository. */
export const gitlab: FindingsFormat = ({ findings, suppressed }, { folder }) => {
  const fingerprints = computeFingerprints([...findings, ...suppressed.map(({ finding }) => finding)])
  return json(
    findings.map(finding => ({
      description: onOneLine(finding),
      check_name: finding.rule,
      fingerprint: fingerprints.get(finding),
      severity: severities[finding.severity],
      location: { path: folder + finding.file, lines: { begin: finding.range.start.line } },
    })),
  )
}
