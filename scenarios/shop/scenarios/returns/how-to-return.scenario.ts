import { end, reply, scenario } from 'scenewright'
import { inTheOrder, returnPeriod } from '../../shared/wording.ts'

const steps = [
  `${inTheOrder('Return')}.`,
  'Mark the items and print the label, or have it shown as a code.',
  'Hand the parcel in at any pickup point and keep the receipt.',
]

export default scenario({
  title: 'Return an item',
  trigger_description: 'The customer wants to return an item and asks how that works.',
  clarification_label: 'Return an item',
  examples: [
    'How do I return an item?',
    'I want to send something back',
    'what is your return policy',
    'Do I have to pay for return shipping?',
    'how long do I have to return it',
    'where do I find the return label',
    "can I return something I've already opened",
    "it doesn't suit me, I want to send it back",
    'Where do I drop off my return?',
    'return a present',
    'I want to return an item I bought',
    'how does returning work',
  ],
  exclusions: [
    'Where is my refund?',
    'Can I exchange it for another size?',
    'My parcel arrived damaged',
    'did my returned parcel reach you',
  ],
  flow: {
    nodes: {
      period: reply(
        `You can return an item within ${returnPeriod} of delivery, also when the box has been opened. It should be ` +
          "unused and complete; living plants can't be returned.",
        { next: 'label' },
      ),
      label: reply(steps.map((step, index) => `${index + 1}. ${step}`).join('\n'), { next: 'costs' }),
      costs: reply(
        'The label is free. For furniture we agree on a day with you and have it collected; that costs 29 euros, ' +
          'which we take off the refund.',
        { next: 'done' },
      ),
      done: end(),
    },
  },
})
