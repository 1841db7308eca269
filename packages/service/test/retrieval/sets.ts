import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A language's documents, and questions with the ids of the documents that answer them. */
export interface QuestionSet {
  readonly documents: readonly { readonly id: string; readonly name: string; readonly text: string }[]
  readonly questions: readonly (readonly [id: string, question: string])[]
}

export const setLanguages = ['en', 'ru', 'de'] as const

export function readSet(language: (typeof setLanguages)[number]): QuestionSet {
  return readYaml(language) as QuestionSet
}

/** Questions about the English documents that share no stem with the document that answers them. */
export function readParaphrases(): QuestionSet['questions'] {
  return (readYaml('en-paraphrases') as Pick<QuestionSet, 'questions'>).questions
}

/** Words with a similar meaning, in English: each group is one meaning of the words in it. */
export function readSynonyms(): readonly (readonly string[])[] {
  const { en } = readYaml('synonyms') as { readonly en: readonly string[] }
  return en.map(group => group.split(' '))
}

/** Questions that no document answers. */
export function readOutOfScope(): Readonly<Record<(typeof setLanguages)[number], readonly string[]>> {
  return readYaml('out-of-scope') as ReturnType<typeof readOutOfScope>
}

function readYaml(name: string): unknown {
  return parse(readFileSync(new URL(`sets/${name}.yaml`, import.meta.url), 'utf8'))
}
