import type { Stop, StopReason, Turn } from '@scenewright/simulator'
import { painter, visible } from '../terminal/paint.ts'

const reasons: { readonly [reason in StopReason]: string } = {
  end: 'the end',
  'node-type': 'the toolkit cannot simulate a node of the type',
  'reply-without-text': 'the reply has no text',
  conditions: 'the toolkit cannot simulate the conditions of its edges',
  'no-edge': 'no edge leads on',
  'no-such-node': 'the edge leads to a node that is not there',
  'no-start': 'the start is no node',
  'met-twice': 'the node was met before, so it would go round for ever',
  'step-limit': 'there are too many steps for one turn',
}

/** The nodes that a turn entered, with the edges between them, and where and why it stopped. */
export function walkText({ walk, edges, stoppedAt }: Turn, color: boolean): string {
  const paint = painter(color)
  if (stoppedAt === undefined) return 'Nothing started, so nothing was walked.\n'
  const nodes = walk.map((node, index) => {
    const edge = edges[index - 1]
    return `${edge === undefined ? '' : paint('dim', `    \u2193 ${visible(edge)}\n`)}  ${visible(node)}\n`
  })
  return `${nodes.join('')}${paint('yellow', `  stops: ${stopText(stoppedAt)}`)}\n`
}

function stopText({ reason, detail }: Stop): string {
  return detail === undefined ? reasons[reason] : `${reasons[reason]} "${visible(detail)}"`
}
