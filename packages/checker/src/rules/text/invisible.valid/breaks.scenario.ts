import { end, reply, scenario } from 'scenewright'

export default scenario({
  title: 'Breaks\tand\u00a0spaces',
  trigger_description: 'The customer asks when we are open.',
  flow: { nodes: { hours: reply('From nine to five,\r\nMonday to Friday: Kunden\u00addienst.', { next: 'done' }), done: end() } },
})
