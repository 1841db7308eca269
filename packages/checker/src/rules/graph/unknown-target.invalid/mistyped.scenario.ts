import { end, reply, scenario } from 'scenewright'

export default scenario({
  title: 'Refunds',
  trigger_description: 'The customer asks for the money back.',
  flow: {
    nodes: {
      hello: reply('Hello', { next: 'contcat' /* by mail */ }),
      twice: reply('Hello again', { next: [{ to: 'contcat' }] }),
      contact: reply('Write to us.', { next: [{ to: 'twice', priority: 1, condition: { type: 'KEYWORD' } }, { to: 'done', priority: 1 }] }),
      done: end(),
    },
  },
})
