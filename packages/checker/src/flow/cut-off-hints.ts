import type { DocumentPath } from '@scenewright/model'
import type { ScenarioSubject } from '../context.ts'
import { quoted } from '../wording.ts'
import { readFlow } from './flow.ts'
import { pathOf } from './paths.ts'
import { findMistakes } from './root-cause.ts'

/** More would hide the finding that they stand beside. */
const mostHints = 3

/** The cut-off regions that follow from another mistake: what was perhaps meant to come where that mistake is. */
export function cutOffHints(subject: ScenarioSubject): readonly { at: DocumentPath; message: string }[] {
  const flow = subject.share(readFlow)
  const { following } = subject.share(findMistakes)
  return following.slice(0, mostHints).map(({ entry }) => ({
    at: pathOf(flow, entry),
    message: `Nothing leads to ${quoted(entry)}: perhaps this was meant to`,
  }))
}
