import { end, reply, scenario } from 'scenewright'

export default scenario({
  title: 'Refunds',
  trigger_description: 'The customer asks for the money back.',
  flow: {
    nodes: {
      hello: reply('Hello', { next: 'done' }),
      /* scenewright-ignore graph/unreachable: kept
         for the campaign in May */
      may: reply('Spring.', { next: 'done' }),
      done: end(),
    },
  },
})
