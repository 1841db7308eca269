import { botOf } from '../simulator.mjs'

/** The ways in which messages are decided on: with every score and its reasons, as a turn, and the decision alone. */
const ways = {
  score:
    ({ bot }) =>
    message =>
      bot.scorer.score(message),
  turn:
    ({ bot, simulator }) =>
    message =>
      simulator.takeTurn(bot, simulator.newDialogue, message),
  foresight: ({ bot, simulator }) => simulator.createForesight(bot),
}

/** Makes a bot of the examples, and what decides on a message in one of the ways. */
export function decider(simulator, examplesByIntent, way) {
  return ways[way]({ simulator, bot: botOf(simulator, examplesByIntent) })
}

/** How many messages a second something tells; it may promise. */
export async function messagesASecond(tell, messages) {
  const started = performance.now()
  for (const message of messages) await tell(message)
  return (messages.length * 1000) / (performance.now() - started)
}
