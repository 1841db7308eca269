import { compareText } from '@scenewright/model/text'
import { extractGrams, wordsOf } from '../trigger/tokens.ts'
import { type Group, groupVectors, type SparseVector, vectorLength } from './group.ts'
import { sumCounts } from './numbers.ts'
import type { ReplayedMessage } from './replay.ts'

/** Messages as vectors of their words and letter runs, and which features are words. */
interface TermVectors {
  readonly vectors: readonly SparseVector[]
  /** The words by their features. */
  readonly words: ReadonlyMap<number, string>
}

/** The share of a vector's weight for its words; its letter runs, which inflected forms share, have the rest. */
const wordShare = 0.4

/** The share of its inverse document frequency that a feature in a single message keeps. */
const singleShare = 0.4

/** Similar messages. */
export interface Cluster {
  /** The number of messages, and of different ones. */
  readonly messages: number
  readonly distinct: number
  /** The message that is most similar to the others. */
  readonly typical: string
  /** The most distinctive words of the cluster, by weight, in the form of the messages, folded. */
  readonly words: readonly string[]
  /** Other messages of the cluster, the most typical first. */
  readonly samples: readonly string[]
  /**
   * The scenario that is most similar to at least half of the messages: they may be missing examples. `share` is the
   * share of messages that it is most similar to, 0 to 1; `confidence` is the mean of their confidences, one decimal.
   */
  readonly nearest?: { readonly scenario: string; readonly confidence: number; readonly share: number }
}

/** The maximum number of messages to group, the most frequent ones, to limit time and memory. */
export const maxGrouped = 10_000

const maxSamples = 5
const maxWords = 4

/**
 * Groups messages, which must be sorted by frequency, at most `maxGrouped`; returns the largest group first. A single
 * message is not a group.
 */
export function clusterMessages(messages: readonly ReplayedMessage[]): readonly Cluster[] {
  const terms = termVectors(messages.map(({ text }) => text))
  return groupVectors(terms.vectors)
    .map(group => toCluster(group, messages, terms))
    .filter(cluster => cluster.messages > 1)
    .sort((a, b) => b.messages - a.messages || b.distinct - a.distinct || compareText(a.typical, b.typical))
}

function toCluster(group: Group, messages: readonly ReplayedMessage[], terms: TermVectors): Cluster {
  const own = group.flatMap(place => messages[place] ?? [])
  const nearest = nearestScenario(own)
  return {
    messages: sumCounts(own),
    distinct: own.length,
    typical: own[0]?.text ?? '',
    words: wordsOfGroup(group, terms),
    samples: own.slice(1, maxSamples + 1).map(({ text }) => text),
    ...(nearest && { nearest }),
  }
}

/** A word in only one of several messages says nothing about the others. */
function wordsOfGroup(group: Group, { vectors, words }: TermVectors): readonly string[] {
  const found = new Map<string, { weight: number; messages: number }>()
  for (const place of group) {
    vectors[place]?.features.forEach((feature, at) => {
      const word = words.get(feature)
      if (word === undefined) return
      const { weight, messages } = found.get(word) ?? { weight: 0, messages: 0 }
      found.set(word, { weight: weight + (vectors[place]?.weights[at] ?? 0), messages: messages + 1 })
    })
  }
  return [...found]
    .filter(([, { messages }]) => messages > 1 || group.length === 1)
    .sort(([a, one], [b, other]) => other.weight * other.messages - one.weight * one.messages || compareText(a, b))
    .slice(0, maxWords)
    .map(([word]) => word)
}

function nearestScenario(messages: readonly ReplayedMessage[]): Cluster['nearest'] {
  const byScenario = new Map<string, { messages: number; confidence: number }>()
  for (const { best, count } of messages) {
    if (best === undefined) continue
    const known = byScenario.get(best.scenario) ?? { messages: 0, confidence: 0 }
    byScenario.set(best.scenario, {
      messages: known.messages + count,
      confidence: known.confidence + best.confidence * count,
    })
  }
  const [first] = [...byScenario].sort(([a, one], [b, other]) => other.messages - one.messages || compareText(a, b))
  if (first === undefined) return undefined
  const [scenario, found] = first
  if (found.messages * 2 < sumCounts(messages)) return undefined
  return {
    scenario,
    confidence: Math.round((found.confidence / found.messages) * 10) / 10,
    share: Math.round((found.messages / sumCounts(messages)) * 10_000) / 10_000,
  }
}

/** Weights a feature by its inverse document frequency among the messages. */
function termVectors(messages: readonly string[]): TermVectors {
  const features = new Map<string, number>()
  const words = new Map<number, string>()
  const counts: number[] = []
  const featureOf = (term: string) => {
    const known = features.get(term)
    if (known !== undefined) return known
    features.set(term, features.size)
    counts.push(0)
    return features.size - 1
  }
  const found = messages.map(message => {
    const own = [...new Set(wordsOf(message))]
    const ofWords = own.map(word => featureOf(` ${word}`))
    ofWords.forEach((feature, place) => {
      words.set(feature, own[place] ?? '')
    })
    const ofGrams = [...new Set(own.flatMap(word => extractGrams(word).map(featureOf)))]
    for (const feature of [...ofWords, ...ofGrams]) counts[feature] = (counts[feature] ?? 0) + 1
    return [ofWords, ofGrams] as const
  })
  // A feature in a single message links no messages: it only reduces the weight of the others.
  const idf = counts.map(count => Math.log(1 + messages.length / count) * (count === 1 ? singleShare : 1))
  return { vectors: found.map(([ofWords, ofGrams]) => toVector(ofWords, ofGrams, idf)), words }
}

function toVector(words: readonly number[], grams: readonly number[], idf: readonly number[]): SparseVector {
  const weigh = (features: readonly number[], share: number) => {
    const weights = features.map(feature => idf[feature] ?? 0)
    const length = vectorLength(weights)
    return weights.map(weight => (length > 0 ? (weight * Math.sqrt(share)) / length : 0))
  }
  return {
    features: [...words, ...grams],
    weights: [...weigh(words, wordShare), ...weigh(grams, 1 - wordShare)],
  }
}
