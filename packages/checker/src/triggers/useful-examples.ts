import { fold } from '@scenewright/simulator'
import type { ScenarioSubject } from '../context.ts'
import { isBlank } from '../texts/invisible-characters.ts'

/** The examples of a scenario that are not blank. For `share`. */
export function findUsefulExamples({ scenario }: ScenarioSubject): readonly string[] {
  return (scenario.document.scenario.examples ?? []).filter(text => !isBlank(text))
}

/** What two examples that are the same message have in common. */
export function messageOf(example: string): string {
  // Without a letter or digit, only the exact text can be compared.
  return fold(example) || example
}

/**
 * What two examples have in common that are the same message, and differ in nothing that could make them two for a
 * person or for the service, as in `C#` and `C++`, or `1,5` and `15`.
 */
export function signedMessageOf(example: string): string {
  return messageOf(example.replace(signs, asLetter))
}

/** Symbols, and marks before a digit. */
const signs = /[\p{Sm}\p{Sc}\p{So}#%‰&@]|\p{P}(?=\p{Nd})/gu

/** A private character, which folding keeps, with spaces around it, so that those in the text make no difference. */
function asLetter(sign: string): string {
  return ` \ue000${sign.codePointAt(0)} `
}
