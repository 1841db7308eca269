import { end, type FlowNode, reply } from 'scenewright'

/** Nodes that several flows end with. */
export const contactNodes = {
  contact: reply('Write to us.', { next: 'done' }),
  done: end(),
}

/** A node whose way on is not known to the types. */
export function thanks(next: string): FlowNode {
  return reply('Thank you.', { next })
}

/** A node whose way on is judged where it is used. */
export function goodbye<const Next extends string>(next: Next): FlowNode<Next> {
  return reply('Goodbye.', { next })
}

export const trigger = {
  title: 'Refund',
  trigger_description: 'The customer asks for a refund.',
}
