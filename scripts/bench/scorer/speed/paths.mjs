import { botOf } from '../simulator.mjs'

/** The ways to decide on messages: with every score and its reasons, as a turn, and only the decision. */
const ways = {
  score:
    ({ bot }) =>
    message =>
      bot.scorer.score(message),
  turn:
    ({ bot, simulator }) =>
    message =>
      simulator.takeTurn(bot, simulator.newDialogue, message),
  decision: ({ bot, simulator }) => simulator.createPredictor(bot),
}

/** Creates a bot from the examples, and the function that decides on a message in one of the ways. */
export function decider(simulator, examplesByIntent, way) {
  return ways[way]({ simulator, bot: botOf(simulator, examplesByIntent) })
}

/** The number of messages per second of a synchronous or asynchronous function. */
export async function messagesASecond(tell, messages) {
  const started = performance.now()
  for (const message of messages) await tell(message)
  return (messages.length * 1000) / (performance.now() - started)
}
