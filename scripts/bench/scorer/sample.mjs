import { createRandom, shuffled } from './random.mjs'

/**
 * The training messages of each intent, as a map from sorted intents to texts in the order of the file: `shots` of
 * each, sampled with the seed, or all if `shots` is `full`.
 */
export function sampleExamples(train, shots, seed) {
  const sorted = [...groupByIntent(train)].sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(
    sorted.map(([intent, messages], place) => [
      intent,
      drawn(messages, shots, seed * 1000 + place).map(({ text }) => text),
    ]),
  )
}

function drawn(messages, shots, seed) {
  if (shots === 'full') return messages
  const places = shuffled(messages.keys(), createRandom(seed)).slice(0, shots)
  return places.sort((a, b) => a - b).map(place => messages[place])
}

function groupByIntent(messages) {
  const groups = new Map()
  for (const message of messages) {
    const group = groups.get(message.intent)
    if (group === undefined) groups.set(message.intent, [message])
    else group.push(message)
  }
  return groups
}
