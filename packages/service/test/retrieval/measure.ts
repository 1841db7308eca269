import type { Language } from '@scenewright/model/config'
import { answerConfidence, type SemanticCosines } from '../../src/retrieval/search-passages.ts'
import { createSearch, type Found, passagesOf, type SetPassage } from './recall.ts'
import { readOutOfScope, readParaphrases, readSet, setLanguages } from './sets.ts'
import { withTypos } from './typos.ts'

/** A question of the sets; without a right document if none answers it. */
interface SetQuestion {
  readonly text: string
  readonly right: string | undefined
  readonly number: number
}

/** Compares questions with the passages of a set by their meaning. */
export type CompareByMeaning = (
  language: Language,
  passages: readonly SetPassage[],
) => Promise<(question: SetQuestion) => Promise<SemanticCosines>>

/** Shares of questions, from 0 to 1. */
interface Accuracy {
  /** The right document is among the first five. */
  readonly amongFive: number
  readonly first: number
  /** The first passage counts as an answer. */
  readonly sure: number
}

/** The results for the questions of all sets, without and with typos, for paraphrases, and for those without an answer. */
export interface Measured {
  readonly asWritten: Accuracy
  readonly mistyped: Accuracy
  readonly paraphrases: Accuracy
  readonly outOfScope: Accuracy
}

/** Measures the search by words and, if given, by meaning. */
export async function measure(compare?: CompareByMeaning): Promise<Measured> {
  const groups: Record<keyof Measured, { readonly right: string | undefined; readonly found: Found }[]> = {
    asWritten: [],
    mistyped: [],
    paraphrases: [],
    outOfScope: [],
  }
  for (const language of setLanguages) {
    const { documents, questions } = readSet(language)
    const search = await createSearch(language, documents)
    const cosinesOf = await compare?.(language, passagesOf(documents))
    const ask = async (group: keyof Measured, text: string, right?: string) => {
      const question = { text, right, number: groups[group].length }
      groups[group].push({ right, found: await search(text, await cosinesOf?.(question)) })
    }
    for (const [at, [id, text]] of questions.entries()) {
      await ask('asWritten', text, id)
      await ask('mistyped', withTypos(text, 1000 + at), id)
    }
    if (language === 'en') for (const [id, text] of readParaphrases()) await ask('paraphrases', text, id)
    for (const text of readOutOfScope()[language]) await ask('outOfScope', text)
  }
  return {
    asWritten: accuracyOf(groups.asWritten),
    mistyped: accuracyOf(groups.mistyped),
    paraphrases: accuracyOf(groups.paraphrases),
    outOfScope: accuracyOf(groups.outOfScope),
  }
}

function accuracyOf(asked: readonly { readonly right: string | undefined; readonly found: Found }[]): Accuracy {
  const share = (is: (one: (typeof asked)[number]) => boolean) => asked.filter(is).length / asked.length
  return {
    amongFive: share(({ right, found }) => right !== undefined && found.ids.includes(right)),
    first: share(({ right, found }) => right !== undefined && found.ids[0] === right),
    sure: share(({ found }) => found.score >= answerConfidence),
  }
}
