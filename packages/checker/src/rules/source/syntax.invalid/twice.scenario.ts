import { end, scenario } from 'scenewright'

export default scenario({
  title: 'Refunds',
  trigger_description: 'The customer asks for the money back.',
  title: 'Returns',
  flow: { nodes: { done: end() } },
})
