import { end, reply, scenario } from 'scenewright'

const usual = 'When are you open'

export default scenario({
  title: 'Opening hours',
  trigger_description: 'The customer asks when the shop is open.',
  examples: [
    usual,
    'Are you open on Sunday', // from the mail
    'are you open on Sunday?', // from the chat
    'Opening hours please',
    usual,
  ],
  flow: { nodes: { hours: reply('From nine to five.', { next: 'done' }), done: end() } },
})
