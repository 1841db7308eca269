import { end, reply, scenario } from 'scenewright'

const later = ''

export default scenario({
  title: 'Refund status',
  trigger_description: 'The customer asks when a refund will arrive.',
  flow: { start: 'wait_time', nodes: { wait_time: reply(later.trim(), { next: 'done' }), done: end() } },
})
