import { end, reply, scenario } from 'scenewright'

export default scenario({
  key: 'misspelled-next-ts',
  title: 'Visit',
  trigger_description: 'The customer asks about a visit.',
  flow: { nodes: { note: reply('Bring your ID.', { nxt: 'done' }), done: end() } },
})
