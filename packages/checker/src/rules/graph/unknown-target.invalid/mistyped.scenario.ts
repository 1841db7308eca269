import { end, reply, scenario } from 'scenewright'

export default scenario({
  title: 'Refunds',
  trigger_description: 'The customer asks for the money back.',
  flow: {
    nodes: {
      hello: reply('Hello', {
        next: [
          { to: 'contcat' /* by mail */, priority: 1, condition: { type: 'KEYWORD' } },
          { to: 'again', priority: 1 },
        ],
      }),
      again: reply('Hello again', { next: ['contcat'] }), // once more
      contact: reply('Write to us.', { next: 'done' }),
      done: end(),
    },
  },
})
