import { end, reply, scenario } from 'scenewright'

const hotline = '+49 30 901820'

export default scenario({
  title: 'Hotline',
  trigger_description: 'The customer wants to speak to somebody.',
  flow: { start: 'call', nodes: { call: reply(`Call ${hotline}.`, { next: 'done' }), done: end() } },
})
