import { end, reply, scenario } from 'scenewright'

const key = ['sk', 'live', 'aZ3kQ9mT7xW2vB8nR5cY1pL6'].join('_')

export default scenario({
  title: 'Refund status',
  trigger_description: 'The customer asks when a refund will arrive.',
  flow: { start: 'wait_time', nodes: { wait_time: reply(`Pay with ${key}`, { next: 'done' }), done: end() } },
})
