import { end, reply, scenario } from 'scenewright'

export default scenario({
  title: 'Refunds',
  trigger_description: 'The customer asks for the money back.',
  flow: {
    nodes: {
      hello: reply('Hello', { next: 'done' }),
      hello: reply('Hello again', { next: 'done' }),
      done: end(),
    },
  },
})
