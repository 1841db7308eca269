import { end, reply, scenario } from 'scenewright'

export default scenario({
  title: 'Numbers of parts',
  trigger_description: 'The customer writes the number of a part.',
  examples: [1.10, 0x1f, -1e3, 2 + 3] as never,
  flow: { nodes: { answer: reply('We look it up.', { next: 'done' }), done: end() } },
})
