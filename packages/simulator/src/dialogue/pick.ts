import { fold } from '../trigger/fold.ts'
import type { OfferedTopic } from './dialogue.ts'

/**
 * The topic that a message picks: the first one whose label it equals, folded, else the one whose number in the list
 * it is. Undefined where it picks none.
 */
export function pickTopic(offer: readonly OfferedTopic[], message: string): OfferedTopic | undefined {
  if (offer.length === 0) return undefined
  const answer = fold(message)
  if (answer === '') return undefined
  return (
    offer.find(topic => fold(topic.label) === answer) ?? offer.find((_topic, index) => String(index + 1) === answer)
  )
}
