import { type FlowNode, nodeTypes } from '@scenewright/model'
import { nodePath } from '@scenewright/model/compilation'
import type { FoundChange } from '../change-details.ts'
import { diffWords } from '../diff-words.ts'
import type { Pair, Placed } from '../match/pair-by-key.ts'
import { shown, showTurn } from '../shown.ts'
import { changeGroup } from './change-group.ts'
import { findChangedFields } from './changed-fields.ts'

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
        `step ${shown(change.node)} has a different ${change.field}${change.words ? '' : `: ${showTurn(change)}`}`,
    },
    'reply-changed': { level: 'info', message: ({ node }) => `reply ${shown(node)} says` },
    'node-retitled': { level: 'info', message: change => `title of step ${shown(change.node)}: ${showTurn(change)}` },
  },
  ({ flow }) => flow.nodes.pairs.flatMap(findChanges),
)

function findChanges(pair: Pair<Placed<FlowNode>>): readonly FoundChange<Kind>[] {
  const [base, head] = [pair.base.value, pair.head.value]
  const found = (kind: Kind, field: string, more: Partial<FoundChange<Kind>> = {}): FoundChange<Kind> => {
    const at = { base: nodePath(pair.base.index, field), head: nodePath(pair.head.index, field) }
    return { kind, node: head.id, before: base[field], after: head[field], at, ...more }
  }
  return [
    ...(base.type === head.type ? [] : [found('node-type-changed', 'type')]),
    ...findChangedFields(base, head, ['id', 'type', 'title']).map(field => {
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
function compareWords(before: unknown, after: unknown): FoundChange['words'] {
  return typeof before === 'string' && typeof after === 'string' ? diffWords(before, after) : undefined
}

/** A title that equals the id changes with it. */
function hasSameTitle(base: FlowNode, head: FlowNode): boolean {
  return base.title === head.title || (base.title === base.id && head.title === head.id)
}
