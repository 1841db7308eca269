import { canonicalJson } from '@scenewright/model'
import { turned } from '../shown.ts'
import { family } from './family.ts'

/** What the scenario needs of the service: without a function that it names it cannot be deployed. */
export const dependencies = family(
  {
    'dependencies-changed': { level: 'risky', says: change => `dependencies: ${turned(change)}` },
  },
  ({ base, head }) => {
    const [before, after] = [base.document.dependencies ?? {}, head.document.dependencies ?? {}]
    if (canonicalJson(before) === canonicalJson(after)) return []
    return [{ kind: 'dependencies-changed', before, after, at: { base: ['dependencies'], head: ['dependencies'] } }]
  },
)
