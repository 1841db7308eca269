import { end, reply, scenario } from 'scenewright'
import { inTheOrder, returnPeriod } from '../../shared/wording.ts'

export default scenario({
  title: 'Exchange an item',
  trigger_description: 'The customer wants to exchange an item that has arrived for another size, colour or model.',
  clarification_label: 'Exchange an item',
  examples: [
    'Can I exchange it for another size?',
    'I want to exchange an item',
    'the cushion cover is too small, I need a bigger one',
    'swap it for a different colour',
    "I'd rather have it in another colour",
    'How does an exchange work?',
    'you sent me the wrong item',
    'exchange for a different model',
    'is an exchange free',
    "I'd like a smaller size instead",
    'the wrong item came, please exchange it',
    'exchange it for a bigger one',
  ],
  exclusions: ['I want to send something back', 'Can I change my order?', 'My parcel arrived damaged'],
  flow: {
    nodes: {
      start_exchange: reply(
        `${inTheOrder('Exchange')}. Pick the size, colour or model you want; that is possible for ${returnPeriod}, and ` +
          'the first exchange is free.',
        { next: 'reserve' },
      ),
      reserve: reply(
        'We reserve the new item at once and send it when yours has been handed in at a pickup point. If it is sold ' +
          'out, you get a refund instead.',
        { next: 'our_mistake' },
      ),
      our_mistake: reply(
        'If the mistake is ours and the wrong item was in the box, choose Wrong item there. We then send the right ' +
          'one without waiting for the other.',
        { next: 'done' },
      ),
      done: end(),
    },
  },
})
