import { reply, scenario } from 'scenewright'
import { contactUs } from '../../shared/contact.ts'

const least = 10
const most = 200

export default scenario({
  title: 'Gift cards',
  trigger_description: 'The customer wants to buy or redeem a gift card, or asks about its balance or code.',
  clarification_label: 'Gift cards',
  examples: [
    'Can I pay with a gift card?',
    'how do I redeem a gift card',
    "my gift card doesn't work",
    'How much is left on my gift card?',
    'where do I enter the voucher code',
    "I'd like to buy a gift card",
    'does my gift card expire',
    'I lost the code of my gift card',
    'can I use two vouchers for one order',
    'the voucher code is invalid',
    'how do gift vouchers work',
  ],
  exclusions: ['How can I pay?', 'My payment failed', 'I lost the pickup code', "my bank card doesn't work"],
  flow: {
    nodes: {
      redeem: reply(
        'Enter the code at the checkout, in the field Gift card or voucher. You can use several for one order, and ' +
          'what is left stays on the card.',
        { title: 'Redeem', next: 'balance' },
      ),
      balance: reply(
        'The page Gift cards tells you how much is left when you enter the code. A card is valid for three years ' +
          'from the day it was bought.',
        { title: 'Balance and expiry', next: 'buy' },
      ),
      buy: reply(
        `On the same page you can buy one for ${least} to ${most} euros. It comes by e-mail at once, or by post in a card.`,
        { title: 'Buy one', next: 'contact' },
      ),
      ...contactUs({
        title: 'Code lost or refused',
        when: 'If the code is lost or not accepted',
        tell: 'and give the number of the order in which the card was bought.',
      }),
    },
  },
})
