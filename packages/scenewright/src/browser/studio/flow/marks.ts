import type { ChangesAnswer, CoverageAnswer, ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { changedNodes } from '../changes/comparison.ts'
import type { LitWalk } from '../chat/conversation.ts'

/** What is marked on a node. */
export interface NodeMarks {
  readonly errors: number
  readonly warnings: number
  readonly infos: number
  readonly coverage?: 'tested' | 'untested' | 'beyond'
  readonly isChanged: boolean
  /** Its steps in the last walk of the chat, from 1. */
  readonly steps: readonly number[]
}

/** What is known of a scenario's nodes apart from the flow. */
interface Sources {
  readonly coverage: CoverageAnswer | undefined
  readonly changes: ChangesAnswer | undefined
  readonly walk: LitWalk | undefined
}

/** The marks of all nodes, by id. */
export function marksOf(
  scenario: ScenarioAnswer,
  { coverage, changes, walk }: Sources,
): ReadonlyMap<string, NodeMarks> {
  const counts = coverage?.scenarios.find(({ key }) => key === scenario.key)?.nodes ?? []
  const changed = changedNodes(changes?.scenarios.find(({ key }) => key === scenario.key)?.changes ?? [])
  const steps = walk?.key === scenario.key ? walk.nodes : []
  return new Map(
    scenario.picture.nodes.map(({ id }) => {
      const own = scenario.findings.filter(({ node }) => node === id)
      const count = counts.find(each => each.id === id)
      const marks: NodeMarks = {
        errors: own.filter(({ severity }) => severity === 'error').length,
        warnings: own.filter(({ severity }) => severity === 'warning').length,
        infos: own.filter(({ severity }) => severity === 'info').length,
        ...(count && { coverage: count.isSimulable ? (count.count > 0 ? 'tested' : 'untested') : 'beyond' }),
        isChanged: changed.has(id),
        steps: steps.flatMap((step, index) => (step === id ? [index + 1] : [])),
      }
      return [id, marks]
    }),
  )
}

const coverageWords = { tested: 'tested', untested: 'not tested', beyond: 'cannot be tested' } as const

/** The marks in words, for the outline. */
export function describeMarks({ errors, warnings, infos, coverage, isChanged, steps }: NodeMarks): readonly string[] {
  return [
    ...(errors > 0 ? [`${errors} ${errors === 1 ? 'error' : 'errors'}`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
    ...(infos > 0 ? [`${infos} ${infos === 1 ? 'info' : 'infos'}`] : []),
    ...(coverage ? [coverageWords[coverage]] : []),
    ...(isChanged ? ['changed'] : []),
    ...(steps.length > 0 ? [`step ${steps.join(', ')} of the chat`] : []),
  ]
}
