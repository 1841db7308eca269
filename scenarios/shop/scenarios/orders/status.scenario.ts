import { reply, scenario } from 'scenewright'
import { contactUs } from '../../shared/contact.ts'

export default scenario({
  title: 'Order status',
  trigger_description: 'The customer wants to know where an order is or how far it has got.',
  clarification_label: 'Where an order is',
  examples: [
    'Where is my order?',
    "what's the status of my order",
    'has my order been shipped yet',
    'Can I track my order?',
    "the tracking link doesn't show anything",
    'ordered last week and still nothing, where is it',
    'Is my order on its way?',
    'my order still says Packed',
    "I can't find my tracking number",
    'has my parcel been sent',
    'I still have not received my order',
    'where can I see the tracking',
    'nothing has arrived yet',
  ],
  exclusions: ['How long does delivery take?', 'Where is my refund?'],
  flow: {
    start: 'stages',
    nodes: {
      stages: reply(
        'You can see how far your order has got in your account, under Orders. Each stage is listed there with its ' +
          'date: Received, Packed, Sent, Delivered.',
        { title: 'Where to look', next: 'tracking' },
      ),
      tracking: reply(
        "Once the order is Sent, the same page has a link to the carrier's tracking. It can take until the next " +
          'morning before the first entry appears there.',
        { title: 'Tracking link', next: 'contact' },
      ),
      ...contactUs({
        title: 'Nothing moves',
        when: 'If nothing has changed for three working days',
        tell: 'and give the number of the order. We then ask the carrier to search for the parcel.',
      }),
    },
  },
})
