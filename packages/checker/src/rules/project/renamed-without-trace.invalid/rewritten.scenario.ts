import { end, reply, scenario } from 'scenewright'

export default scenario({
  title: 'Refund status',
  trigger_description: 'The customer asks when a refund will arrive.',
  flow: { nodes: { wait_time: reply('A refund takes 3 to 5 business days.', { next: 'done' }), done: end() } },
})
