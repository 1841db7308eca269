import { end, reply, scenario } from 'scenewright'

const greet = (name: string) => `Hello ${name}, it is ${Math.random()}`

export default scenario({
  title: 'Refund status',
  trigger_description: 'The customer asks when a refund will arrive.',
  flow: { nodes: { wait: reply(greet('you'), { next: 'done' }), done: end() } },
})
