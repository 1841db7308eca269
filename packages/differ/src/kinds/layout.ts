import { canonicalJson } from '@scenewright/model/canonical-json'
import { scenarioPath } from '@scenewright/model/compilation'
import { changeGroup } from './change-group.ts'

/** The positions of the boxes in an editor, which are invisible to customers. */
export const layout = changeGroup(
  {
    'layout-changed': { level: 'layout', message: () => 'the boxes have moved in the editor' },
  },
  ({ base, head }) => {
    const [before, after] = [base.document.scenario.layout, head.document.scenario.layout]
    if (canonicalJson(before) === canonicalJson(after)) return []
    const path = scenarioPath('layout')
    return [{ kind: 'layout-changed', before, after, at: { base: path, head: path } }]
  },
)
