import { end, reply, scenario } from 'scenewright'
import { today } from './shared/wording.ts'

export default scenario({
  title: 'Refund status',
  trigger_description: 'The customer asks when a refund will arrive.',
  flow: { nodes: { wait: reply(`It takes a week from ${today}.`, { next: 'done' }), done: end() } },
})
