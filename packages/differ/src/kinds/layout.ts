import { canonicalJson, scenarioPath } from '@scenewright/model'
import { family } from './family.ts'

/** Where the boxes stand in an editor. No customer ever sees that. */
export const layout = family(
  {
    'layout-changed': { level: 'layout', says: () => 'the boxes have moved in the editor' },
  },
  ({ base, head }) => {
    const [before, after] = [base.document.scenario.layout, head.document.scenario.layout]
    if (canonicalJson(before) === canonicalJson(after)) return []
    const path = scenarioPath('layout')
    return [{ kind: 'layout-changed', before, after, at: { base: path, head: path } }]
  },
)
