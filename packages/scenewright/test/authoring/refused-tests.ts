// One mistake a line, and none beside it: the checker of this file wants an error at each, and nowhere else.
import { tests } from 'scenewright'

const table = { starts: 'none', messages: ['a'] }

export const misspelt = tests({
  conversations: [
    {
      name: 'a',
      turns: [
        // @ts-expect-error no such field
        { usr: 'a' },
        // @ts-expect-error no such field
        { user: 'a', expect: { start: 'a' } },
        // @ts-expect-error one of the two
        { user: 'a', expect: { replies: [{ includes: 'a' }] } },
        // @ts-expect-error a number
        { user: 'a', expect: { confidence: { at_least: '80' } } },
      ],
    },
    // @ts-expect-error a conversation has a name
    { turns: [] },
  ],
})

export const besideSpread = tests({
  ...{ triggers: [table] },
  // @ts-expect-error no such field
  conversation: [],
})

export const noMessages = tests({
  // @ts-expect-error a table has messages
  triggers: [{ starts: 'none' }],
})
