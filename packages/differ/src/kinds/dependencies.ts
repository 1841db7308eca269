import { canonicalJson } from '@scenewright/model/canonical-json'
import { showTurn } from '../shown.ts'
import { changeGroup } from './change-group.ts'

/** Changes of the functions that the scenario needs: without a function that it names, it cannot be deployed. */
export const dependencies = changeGroup(
  {
    'dependencies-changed': { level: 'risky', message: change => `dependencies: ${showTurn(change)}` },
  },
  ({ base, head }) => {
    const [before, after] = [base.document.dependencies ?? {}, head.document.dependencies ?? {}]
    if (canonicalJson(before) === canonicalJson(after)) return []
    return [{ kind: 'dependencies-changed', before, after, at: { base: ['dependencies'], head: ['dependencies'] } }]
  },
)
