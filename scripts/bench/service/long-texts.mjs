import { classifyMessage } from '../../../packages/service/src/answering/classify-message.ts'
import { findPersonal } from '../../../packages/service/src/privacy/find-personal.ts'
import { loadLibraries } from '../../../packages/service/src/privacy/libraries.ts'
import { idleAgent } from '../../../packages/service/src/resources/agents/agent.ts'
import { chunkText } from '../../../packages/service/src/retrieval/split-text.ts'

// A separate program: writes the duration of one kind of work, in milliseconds, for the kind of text that takes
// longest.

const libraries = await loadLibraries()

/** The length of the texts, the work, and the parts of the texts: the worst known ones. */
const works = {
  'personal-data': {
    length: 32_768,
    run: text => findPersonal(text, ['US', 'GB'], libraries),
    parts: [
      ...['1234567890 ', '1', '+', '@1+', '+7 916 123 45 67 ', 'a@b.co ', '4111 1111 1111 1111 ', 'DE89 3704 '],
      ...['1.1.1.1 ', 'passport no ', '1:', 'https://a:b', 'password: aaaa1111B ', '?token=1'],
    ],
  },
  'kind-of-message': {
    length: 32_768,
    run: (text, part) => classifyMessage(agentWithFilter(part), 'en', text),
    parts: ['hello ', 'a', 'ab', '* ', "l'", 'a\u0301\u0302'],
  },
  passages: {
    length: 2 * 1024 * 1024,
    run(text) {
      for (const passage of chunkText(text)) if (passage === '') throw new Error('an empty passage')
    },
    parts: ['a', '?!.', '. ', '\n ', '# a\n', 'a\n\n', 'lorem ipsum '],
  },
}

function agentWithFilter(part) {
  const spam_filter = `${part.repeat(5)}*${part}*${part}x\n`.repeat(500)
  return { ...idleAgent, spam_filter, spam_filter_is_enabled: true }
}

const { length, run, parts } = works[process.argv[2]]
const times = parts.map(part => shortest(() => run(part.repeat(Math.ceil(length / part.length)), part)))
process.stdout.write(`${Math.max(...times)}\n`)

/** The minimum of five times, in milliseconds, because the machine may be busy. */
function shortest(work) {
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now()
    work()
    return performance.now() - started
  })
  return Math.min(...times)
}
