import { type CheckReport, type Rule, rules, type SourceReport } from '@scenewright/checker'
import type { Project } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import { applyBaseline } from '../baseline/apply-baseline.ts'
import { type ProjectRules, projectRules } from '../custom-rules/project-rules.ts'
import type { Host } from '../host.ts'
import type { CompileOptions } from '../open-config.ts'

/** Parts of a project that a live one can do without: its own rules and its baseline. */
export interface Tolerance {
  /** The rules of the project; the built-in ones alone if its own rules cannot be used. */
  projectRules(): Promise<ProjectRules>
  /** A report without accepted findings; the whole one if the baseline cannot be used. */
  withoutBaseline(whole: CheckReport, check: CheckedRules): Promise<CheckReport>
  /** Why parts are unusable. */
  faults(): readonly OperationError[]
}

interface CheckedRules {
  readonly rules: readonly Rule[]
  reports(): readonly SourceReport[]
}

/** An error of such a part does not end the work on the others. */
export function createTolerance(host: Host, options: CompileOptions, project: Project): Tolerance {
  let ofRules: readonly OperationError[] = []
  let ofBaseline: readonly OperationError[] = []
  return {
    async projectRules() {
      try {
        return await projectRules(project, host, { ...options, reportsFailures: true })
      } catch (error) {
        ofRules = [known(error)]
        return { rules }
      }
    },
    async withoutBaseline(whole, check) {
      try {
        const { report } = await applyBaseline({ ...check, project, whole, only: undefined, partNotes: [] }, host, {})
        ofBaseline = []
        return report
      } catch (error) {
        ofBaseline = [known(error)]
        return whole
      }
    },
    faults: () => [...ofRules, ...ofBaseline],
  }
}

function known(error: unknown): OperationError {
  if (error instanceof OperationError) return error
  throw error
}
