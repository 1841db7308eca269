// Each of these is right: the type checker has nothing to say of this file.
import { tests } from 'scenewright'

const messages = ['refund', 'money back'] as const

export const everyField = tests({
  conversations: [
    {
      name: 'asks for the money',
      tags: ['smoke'],
      turns: [
        {
          user: 'Where is my refund?',
          expect: {
            starts: 'billing/refund',
            replies: ['A week.', { contains: 'week' }, { matches: '^A' }],
            exactly: true,
            walk: ['wait', 'done'],
            ends: true,
            confidence: { at_least: 80 },
          },
        },
        { user: 'thanks' },
      ],
    },
  ],
  triggers: [
    { starts: 'none', tags: [], messages },
    { clarifies: ['a', 'b'], messages: messages.map(message => `${message}!`) },
  ],
})

export const nothing = tests({})
