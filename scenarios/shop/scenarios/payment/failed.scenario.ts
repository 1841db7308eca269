import { reply, scenario } from 'scenewright'
import { contactUs } from '../../shared/contact.ts'

export default scenario({
  title: 'Payment failed',
  trigger_description: "The customer's payment was declined, ended in an error or was taken twice.",
  clarification_label: 'A payment that failed',
  examples: [
    'My payment failed',
    'my card was declined',
    'Why was my card declined?',
    "can't pay, I keep getting an error",
    'I was charged twice',
    "payment didn't go through but the money is gone",
    'the checkout says payment error',
    "PayPal payment doesn't work",
    'is my order placed if the payment failed',
    "my credit card isn't accepted",
    'the payment keeps failing',
    "my bank card doesn't work",
  ],
  exclusions: [
    'what payment methods do you accept',
    'Where is my refund?',
    "my gift card doesn't work",
    'can I pay by credit card',
  ],
  flow: {
    nodes: {
      try_again: reply(
        "When a payment fails, the order is not placed and your basket is kept for 24 hours. Check the card's limit " +
          "and expiry date, confirm the payment in your bank's app if it asks you to, or choose another way to pay.",
        { next: 'reserved' },
      ),
      reserved: reply(
        'An amount that shows in your bank account all the same, or shows twice, is usually only reserved. Banks ' +
          'release it within 3 to 7 days.',
        { next: 'contact' },
      ),
      ...contactUs({
        title: 'Really charged',
        when: 'If it has really been booked',
        tell:
          'with the date, the amount and the last two digits of the card. Please never send us the whole card ' +
          'number.',
      }),
    },
  },
})
