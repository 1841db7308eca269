import { visible } from '@scenewright/model/text'
import type { Turn, TurnScore } from '@scenewright/simulator'
import type { TestFailure, TestResult } from '@scenewright/simulator/conversation'
import { answerText } from '../../../render/turn-text.ts'
import { painter } from '../../../shell/terminal.ts'
import { isObserved, observedTurnText, shortened } from './observed-text.ts'

/** The maximum width of a line of an expectation. */
const widest = 160

/** How much of the common part of two long texts is shown before their difference. */
const before = 40

/** Fewer common characters are chance. */
const minShared = 12

/**
 * Two texts on a line each, truncated to a readable length, and the column from 0 at which they begin to differ, if
 * they are similar.
 */
interface AlignedTexts {
  readonly expected: string
  readonly actual: string
  readonly column?: number
}

/** The number of scores shown for a failed turn. */
const maxScores = 3

/** A failed test: the expected and the actual result, with its place, and the conversation up to its last failure. */
export function failureText(result: TestResult, color: boolean): string {
  const { name, kind, file, line, failures } = result
  const paint = painter(color)
  const head = `${paint('red', 'FAIL')} ${paint('bold', `${visible(file)}:${line}`)}  ${visible(shortened(name)) || '""'}\n`
  const last = failures.at(-1)?.turn ?? 0
  const failed = new Set(failures.map(({ turn }) => turn))
  const spoken = spokenTexts(result, color)
    .slice(0, last + 1)
    .map(({ text, turn }, index) => text + (failed.has(index) ? scoresText(turn, color) : ''))
  // A message of a table is at the place of its expectation.
  const placed = kind === 'conversation'
  return [
    head,
    ...failures.map(failure => mismatchText(failure, placed ? file : undefined, color)),
    '\n',
    ...spoken,
  ].join('')
}

function mismatchText({ turn, expected, actual, line }: TestFailure, file: string | undefined, color: boolean): string {
  const paint = painter(color)
  const parting = alignTexts(visible(expected), visible(actual))
  const lines = [
    ...(file === undefined ? [] : [paint('dim', `  turn ${turn + 1}, ${visible(file)}:${line}`)]),
    `    expected  ${paint('green', parting.expected)}`,
    `    actual    ${paint('red', parting.actual)}`,
    ...(parting.column === undefined
      ? []
      : [`              ${' '.repeat(parting.column)}${paint('yellow', '^ from here on')}`]),
  ]
  return lines.map(text => `${text}\n`).join('')
}

function spokenTexts(result: TestResult, color: boolean): readonly { readonly text: string; readonly turn: Turn }[] {
  const spoken = isObserved(result)
    ? result.observed.map(one => ({ text: observedTurnText(one, color), turn: one.simulated }))
    : result.turns.map(turn => ({ text: simulatedTurnText(turn, color), turn }))
  return spoken.map(({ text, turn }) => ({ text: text.replace(/^(?=.)/gm, '  '), turn }))
}

function simulatedTurnText(turn: Turn, color: boolean): string {
  const paint = painter(color)
  return `${paint('bold', 'customer')}  ${visible(shortened(turn.user)) || '""'}\n${answerText(turn, color)}`
}

function scoresText({ scores }: Turn, color: boolean): string {
  const paint = painter(color)
  const shown = scores.slice(0, maxScores).filter(({ confidence, out }) => confidence > 0 || out !== undefined)
  const texts = shown.length === 0 ? ['no scenario has a word in common with it'] : shown.map(scoreText)
  return texts.map((text, index) => paint('dim', `  ${index === 0 ? 'scores  ' : '        '}  ${text}\n`)).join('')
}

function scoreText({ scenario, confidence, min_confidence, out, excluded, reasons }: TurnScore): string {
  if (excluded !== undefined) return `${scenario}: out, exclusion "${visible(excluded)}"`
  const ran = out === 'ran' ? ', but it has already run' : ''
  const [reason] = reasons
  const why = reason === undefined ? '' : `: ${reason.kind} "${visible(shortened(reason.text))}"`
  return `${scenario} ${confidence.toFixed(1)} of ${min_confidence}${ran}${why}`
}

/** Aligns two texts, so that their difference is visible. */
function alignTexts(expected: string, actual: string): AlignedTexts {
  const [a, b] = [onOneLine(expected), onOneLine(actual)]
  const shared = sharedLength(a, b)
  const isLong = Math.max(a.length, b.length) > widest
  const from = isLong && shared > widest / 2 ? startOfCharacter(a, shared - before) : 0
  const column = shared < minShared ? {} : { column: shared - from + (from > 0 ? 3 : 0) }
  return { expected: cut(a, from), actual: cut(b, from), ...column }
}

function onOneLine(text: string): string {
  return text.replaceAll('\n', '\\n')
}

function sharedLength(a: string, b: string): number {
  const maxLength = Math.min(a.length, b.length)
  let length = 0
  while (length < maxLength && a[length] === b[length]) length += 1
  return length
}

function cut(text: string, from: number): string {
  const end = startOfCharacter(text, from + widest)
  return `${from > 0 ? '...' : ''}${text.slice(from, end)}${text.length > end ? '...' : ''}`
}

/** A place in a text, or the one before if the place is within a pair of surrogates. */
function startOfCharacter(text: string, place: number): number {
  return (text.codePointAt(place - 1) ?? 0) > 0xffff ? place - 1 : place
}
