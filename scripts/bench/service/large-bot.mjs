import { content } from '../content.mjs'
import { answering, callerOf, publish, reply } from './answering.mjs'
import { startService } from './running-service.mjs'

const scenarios = 1000
const documents = 1250
/** Each document has 8 passages of about 800 characters. */
const sentences = 80
const callers = 16
const questions = 30

/** A running service that has not answered yet, with a bot of 1,000 scenarios and 10,000 passages. */
export async function largeBot(location) {
  const { service: first, headers, bot, post, arrivals } = await answering(location)
  await each(scenarios, index => publish(post, bot, scenario(index)))
  const group = (await post('/knowledge-groups', { bot_unique_id: bot, name: 'Manuals' })).unique_id
  const described = { bot_unique_id: bot, knowledge_group_unique_id: group, type: 'TEXT' }
  const documentOf = (index, revision) => ({
    ...described,
    name: `Manual ${index}`,
    document_id: `manual-${index}`,
    content: Array.from({ length: sentences }, (_, at) => sentence(index * sentences + at + revision * 7)).join(' '),
  })
  await each(documents, index => post('/knowledges', documentOf(index, 0)))
  await first.end()
  const service = await startService(location)
  const { ask, post: send } = callerOf(service, headers, bot)
  let revision = 0
  return {
    service,
    arrivals,
    ask,
    change() {
      revision += 1
      return send('/knowledges', documentOf(5, revision))
    },
  }
}

/** Asks 30 questions at once, which no scenario answers; resolves with the seconds until the last result. */
export async function askAll({ ask, arrivals }) {
  const started = process.hrtime.bigint()
  await Promise.all(Array.from({ length: questions }, (_, index) => arrivals.expect(ask(sentence(index * 311)))))
  await arrivals.all()
  return Number(process.hrtime.bigint() - started) / 1e9
}

/** Changes a document, and asks a question; resolves with the milliseconds from the question to its result. */
export async function askAfterChange({ ask, arrivals, change }) {
  await change()
  const started = process.hrtime.bigint()
  await arrivals.expect(ask(sentence(411)))
  await arrivals.all()
  return Number(process.hrtime.bigint() - started) / 1e6
}

/** Does the work for each number below the count, several at once. */
export async function each(count, work) {
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (const index of indexes) await work(index)
    }),
  )
}

function scenario(index) {
  const { title, description, examples, exclusions } = content(index)
  return { title, trigger_description: description, examples, exclusions, definition: reply(`Case ${index}.`) }
}

const nouns =
  'valve pump filter sensor cable hinge motor bracket gasket lever nozzle switch battery display housing'.split(' ')
const verbs = 'replace clean tighten inspect measure remove install lubricate adjust disconnect'.split(' ')
const places = 'inlet outlet panel chamber frame cover drawer base handle socket rail'.split(' ')

/** About 80 characters; the numbers make most sentences unique. */
function sentence(index) {
  const [noun, verb, place] = [nouns, verbs, places].map(
    (list, step) => list[(index * (step + 3) + (index >> 4)) % list.length],
  )
  return `To ${verb} the ${noun} of type ${index % 977}, open the ${place} and note mark ${index % 1373}.`
}
