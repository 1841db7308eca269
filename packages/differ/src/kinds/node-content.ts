import { type FlowNode, nodeTypes } from '@scenewright/model'
import { nodePath } from '@scenewright/model/compilation'
import type { Found } from '../change-details.ts'
import type { Pair, Placed } from '../match/pair-by-key.ts'
import { shown, turned } from '../shown.ts'
import { wordRuns } from '../word-runs.ts'
import { changeGroup } from './change-group.ts'
import { fieldsThatDiffer } from './fields-that-differ.ts'

type Kind = 'node-type-changed' | 'node-field-changed' | 'reply-changed' | 'node-retitled'

/** Changes of a step's type and contents. */
export const nodeContent = changeGroup<Kind>(
  {
    'node-type-changed': {
      level: 'risky',
      message: ({ node, before, after }) => `step ${shown(node)} is now of the type ${after} instead of ${before}`,
    },
    'node-field-changed': {
      level: 'risky',
      message: change =>
        `step ${shown(change.node)} has a different ${change.field}${change.words ? '' : `: ${turned(change)}`}`,
    },
    'reply-changed': { level: 'info', message: ({ node }) => `reply ${shown(node)} says` },
    'node-retitled': { level: 'info', message: change => `title of step ${shown(change.node)}: ${turned(change)}` },
  },
  ({ flow }) => flow.nodes.pairs.flatMap(findChanges),
)

function findChanges(pair: Pair<Placed<FlowNode>>): readonly Found<Kind>[] {
  const [base, head] = [pair.base.value, pair.head.value]
  const found = (kind: Kind, field: string, more: Partial<Found<Kind>> = {}): Found<Kind> => {
    const at = { base: nodePath(pair.base.index, field), head: nodePath(pair.head.index, field) }
    return { kind, node: head.id, before: base[field], after: head[field], at, ...more }
  }
  return [
    ...(base.type === head.type ? [] : [found('node-type-changed', 'type')]),
    ...fieldsThatDiffer(base, head, ['id', 'type', 'title']).map(field => {
      const words = compareWords(base[field], head[field])
      const isReply =
        field === 'text' && words !== undefined && [base, head].every(({ type }) => type === nodeTypes.reply)
      const more = words === undefined ? {} : { words }
      return isReply ? found('reply-changed', field, more) : found('node-field-changed', field, { field, ...more })
    }),
    ...(hasSameTitle(base, head) ? [] : [found('node-retitled', 'title')]),
  ]
}

/** Undefined unless it is a text on both sides. */
function compareWords(before: unknown, after: unknown): Found['words'] {
  return typeof before === 'string' && typeof after === 'string' ? wordRuns(before, after) : undefined
}

/** A title that equals the id changes with it. */
function hasSameTitle(base: FlowNode, head: FlowNode): boolean {
  return base.title === head.title || (base.title === base.id && head.title === head.id)
}
