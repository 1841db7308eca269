import { end, reply, scenario } from 'scenewright'
import { answerTime, inTheOrder } from '../../shared/wording.ts'

export default scenario({
  title: 'Warranty claim',
  trigger_description: 'An item became faulty in use and the customer wants it repaired or replaced under warranty.',
  clarification_label: 'Make a warranty claim',
  examples: [
    'my lamp stopped working after three months',
    'I want to make a warranty claim',
    'It broke after a few weeks, can you repair it?',
    'the leg of my chair came off, can you repair it',
    'the item is faulty',
    'how do I claim under warranty',
    'Can I claim warranty without the receipt?',
    "the grow light won't switch on any more",
    'defective product, what now',
    'can I get it repaired under warranty',
    'my watering can is faulty after two months',
    'claim for a lamp that is faulty',
  ],
  exclusions: ['My parcel arrived damaged', 'How long is the warranty?', 'How do I return an item?'],
  flow: {
    nodes: {
      form: reply(`${inTheOrder('Warranty')}. Describe the fault in a few words and add a photo or a short video.`, {
        title: 'Claim form',
        next: 'no_receipt',
      }),
      no_receipt: reply(
        'You need no receipt; we find the purchase by the order. If it was a present, the name of the buyer and the ' +
          'month are enough.',
        { title: 'No receipt', next: 'answer' },
      ),
      answer: reply(
        `You have an answer within ${answerTime}. We repair the item or replace it; if neither is possible, you get ` +
          'the price back.',
        { title: 'What happens then', next: 'done' },
      ),
      done: end(),
    },
  },
})
