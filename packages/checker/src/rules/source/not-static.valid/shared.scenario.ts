import { end, reply, scenario } from 'scenewright'
import { days } from './shared/wording.ts'

export default scenario({
  title: 'Refund status',
  trigger_description: 'The customer asks when a refund will arrive.',
  flow: { nodes: { wait: reply(`It takes ${days(5)}.`, { next: 'done' }), done: end() } },
})
