import { reply, scenario } from 'scenewright'
import { contactUs } from '../../shared/contact.ts'

export default scenario({
  title: 'Refund status',
  trigger_description: 'The customer asks when a refund will arrive or why it has not arrived.',
  clarification_label: 'When a refund arrives',
  examples: [
    'Where is my refund?',
    'When do I get my money back?',
    'how long does a refund take',
    'I sent it back two weeks ago and still no refund',
    "refund hasn't arrived",
    'did my returned parcel reach you',
    'the money is not back on my card yet',
    'has my refund been sent',
    'you only refunded part of it',
    'my refund is late',
    'I was told the money would be refunded last week',
    'refund of a cancelled order',
  ],
  exclusions: ['How do I return an item?', 'Where is my order?', 'I was charged twice'],
  flow: {
    start: 'how_long',
    nodes: {
      how_long: reply(
        'We check a return within three working days of its arrival and send the refund on the same day. Banks then ' +
          'take another 3 to 5 working days; a gift card is credited at once.',
        { title: 'How long it takes', next: 'where_it_goes' },
      ),
      where_it_goes: reply(
        'The money goes back the way you paid. In your account, the return shows Arrived, Checked or Refunded, with ' +
          'the date and the amount.',
        { title: 'Where it goes', next: 'contact' },
      ),
      ...contactUs({
        title: 'Nothing came',
        when: 'If it says Refunded and a week later nothing has come, or the amount is not what you expected',
        tell: 'with the number of the order. Have the receipt of the parcel shop at hand.',
      }),
    },
  },
})
