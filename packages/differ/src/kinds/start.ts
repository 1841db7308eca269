import { startPath } from '@scenewright/model'
import { family } from './family.ts'

/** Where the flow begins. */
export const start = family({ 'start-moved': 'risky' }, ({ flow }) => {
  const [before, after] = [flow.base.flow.start_node_id, flow.head.flow.start_node_id]
  if ((flow.headIdOf(before) ?? before) === after) return []
  return [{ kind: 'start-moved', node: after, before, after, at: { base: startPath, head: startPath } }]
})
