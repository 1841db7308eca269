import { readFileSync } from 'node:fs'
import type { Language } from '@scenewright/model/config'
import { parse } from 'yaml'
import type { Found } from '../../src/privacy/found.ts'

/** A message of the set, and what of it is personal. */
export interface MarkedMessage {
  readonly language: Language
  readonly text: string
  readonly marks: readonly { readonly kind: string; readonly start: number; readonly end: number }[]
}

/** The messages of set.yaml: those at even places are for tuning, the others held out. */
export function readSet(): readonly MarkedMessage[] {
  const byLanguage: Readonly<Record<Language, readonly string[]>> = parse(
    readFileSync(new URL('set.yaml', import.meta.url), 'utf8'),
  )
  return Object.entries(byLanguage).flatMap(([language, lines]) =>
    lines.map(line => ({ language: language as Language, ...readMarks(line) })),
  )
}

function readMarks(line: string) {
  const marks: { kind: string; start: number; end: number }[] = []
  let text = ''
  let end = 0
  for (const { 0: whole, index, 1: kind = '', 2: value = '' } of line.matchAll(/\{(\w+)\|([^}]*)\}/g)) {
    text += line.slice(end, index)
    marks.push({ kind, start: text.length, end: text.length + value.length })
    text += value
    end = index + whole.length
  }
  return { text: text + line.slice(end), marks }
}

/** The letters and digits of a mark are all hidden. */
export function isFound(mark: { readonly start: number; readonly end: number }, found: readonly Found[], text: string) {
  const length = text.slice(mark.start, mark.end).replace(/[^\p{L}\p{N}]+$/u, '').length
  return found.some(({ start, end }) => start <= mark.start && end >= mark.start + length)
}

/** What was found where nothing is marked. */
export function falseAlarms({ marks }: MarkedMessage, found: readonly Found[]): readonly Found[] {
  return found.filter(({ start, end }) => !marks.some(mark => mark.start < end && start < mark.end))
}
