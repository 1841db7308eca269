import { type FlowNode, nodePath, nodeTypes } from '@scenewright/model'
import type { Found } from '../change.ts'
import type { Pair } from '../match/pair-by-key.ts'
import type { Placed } from '../match/placed.ts'
import { shown, turned } from '../shown.ts'
import { wordRuns } from '../word-runs.ts'
import { family } from './family.ts'
import { fieldsThatDiffer } from './fields-that-differ.ts'

type Kind = 'node-type-changed' | 'node-field-changed' | 'reply-changed' | 'node-retitled'

/** What a block is and says. */
export const nodeContent = family<Kind>(
  {
    'node-type-changed': {
      level: 'risky',
      says: ({ node, before, after }) => `${shown(node)} is of the type ${after}, no more ${before}`,
    },
    'node-field-changed': {
      level: 'risky',
      says: change => `${shown(change.node)} has another ${change.field}: ${turned(change)}`,
    },
    'reply-changed': { level: 'info', says: ({ node }) => `${shown(node)} says` },
    'node-retitled': { level: 'info', says: change => `the title of ${shown(change.node)}: ${turned(change)}` },
  },
  ({ flow }) => flow.nodes.pairs.flatMap(changesOf),
)

function changesOf(pair: Pair<Placed<FlowNode>>): readonly Found<Kind>[] {
  const [base, head] = [pair.base.value, pair.head.value]
  const found = (kind: Kind, field: string, more: Partial<Found<Kind>> = {}): Found<Kind> => {
    const at = { base: nodePath(pair.base.index, field), head: nodePath(pair.head.index, field) }
    return { kind, node: head.id, before: base[field], after: head[field], at, ...more }
  }
  return [
    ...(base.type === head.type ? [] : [found('node-type-changed', 'type')]),
    ...fieldsThatDiffer(base, head, ['id', 'type', 'title']).map(field => {
      const words = field === 'text' ? replyWords(base, head) : undefined
      return words ? found('reply-changed', field, { words }) : found('node-field-changed', field, { field })
    }),
    ...(hasSameTitle(base, head) ? [] : [found('node-retitled', 'title')]),
  ]
}

/** Undefined where it is not the text of a reply on both sides. */
function replyWords(base: FlowNode, head: FlowNode): Found['words'] {
  if (base.type !== nodeTypes.reply || head.type !== nodeTypes.reply) return undefined
  return typeof base.text === 'string' && typeof head.text === 'string' ? wordRuns(base.text, head.text) : undefined
}

/** A title that is the id follows it when that changes. */
function hasSameTitle(base: FlowNode, head: FlowNode): boolean {
  return base.title === head.title || (base.title === base.id && head.title === head.id)
}
