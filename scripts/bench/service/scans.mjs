import { answering } from './answering.mjs'
import { each } from './large-bot.mjs'
import { exchange } from './request-rate.mjs'

/** The passages of a document, and the words of a passage, of about 700 characters. */
const passagesEach = 8
const wordsEach = 90

/** A running service with a bot of this many passages; `scan` resolves with the seconds of a SEMANTIC scan of them. */
export async function scannedBot(location, passages) {
  const { service, headers, bot, post } = await answering(location)
  const group = (await post('/knowledge-groups', { bot_unique_id: bot, name: 'Manuals' })).unique_id
  const described = { bot_unique_id: bot, knowledge_group_unique_id: group, type: 'TEXT' }
  await each(passages / passagesEach, index =>
    post('/knowledges', { ...described, name: `Manual ${index}`, content: manual(index) }),
  )
  const journal = '/api/v1/knowledge-integrity/semantic-duplicates/journal'
  const scan = async () => {
    const started = process.hrtime.bigint()
    const { unique_id } = await post('/knowledge-integrity/scans', {
      scope: 'BOT',
      kind: 'SEMANTIC',
      bot_unique_id: bot,
    })
    for (;;) {
      const url = `${service.url}${journal}/${unique_id}`
      const found = JSON.parse(await exchange({ url, method: 'GET', headers, status: 200 })).scan
      const seconds = Number(process.hrtime.bigint() - started) / 1e9
      if (found.status === 'COMPLETED') return seconds
      if (found.status !== 'RUNNING') throw new Error(`the scan is ${found.status}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  return { scan }
}

const particles = 'the of and to in a is that it for on with as be by this are or at from'.split(' ')
const syllables = 'ba der fi gon hu jer ka len mi nor pa qua res ta vel wo'.split(' ')
const topics = 400

/** A manual of some topic, with words of its own. One in 50 repeats the one before. */
function manual(index) {
  if (index % 50 === 49) return manual(index - 1)
  const words = Array.from({ length: passagesEach * wordsEach }, (_, at) => {
    const mixed = mix(index * 1000 + at)
    if (at % 5 < 2) return particles[mixed % particles.length]
    return at % 5 < 4 ? word((index % topics) * 100 + (mixed % 60)) : word(1_000_000 + index * 100 + (mixed % 50))
  })
  // A paragraph for each passage.
  const paragraphs = Array.from({ length: passagesEach }, (_, at) => words.slice(at * wordsEach, (at + 1) * wordsEach))
  return paragraphs.map(paragraph => `${paragraph.join(' ')}.`).join('\n\n')
}

/** A word of four syllables by its number. */
function word(number) {
  const mixed = mix(number)
  return [0, 4, 8, 12].map(shift => syllables[(mixed >>> shift) & 15]).join('')
}

function mix(number) {
  const mixed = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
