import type { Reason, ScenarioScore } from '@scenewright/simulator'
import { type Paint, visible } from '../terminal/paint.ts'
import { wrap } from '../terminal/wrap.ts'
import { barText } from './bar-text.ts'

/** What each kind of reason is called, and how it looks. */
const kinds = {
  'exact-example': { label: 'equals', style: 'green' },
  'exact-exclusion': { label: 'out, equals', style: 'red' },
  example: { label: 'example', style: 'cyan' },
  description: { label: 'description', style: 'cyan' },
  title: { label: 'title', style: 'cyan' },
  exclusion: { label: 'lowered by', style: 'red' },
  word: { label: 'words', style: 'cyan' },
} as const satisfies { readonly [kind in Reason['kind']]: object }

const indent = '      '
const labelWidth = 11
const barWidth = 5

/** On such a line the text needs the place of the bar. */
const narrow = 60

/** All that made a score, a line or more each: the texts with a bar of their likeness, then the words. */
export function reasonLines({ reasons }: ScenarioScore, width: number, paint: Paint): readonly string[] {
  const words = reasons.filter(({ kind }) => kind === 'word')
  const texts = reasons.filter(({ kind }) => kind !== 'word')
  const shared = words.map(({ text, weight }) => `${visible(text)}\u00a0${weight.toFixed(2)}`).join(', ')
  return [
    ...texts.flatMap(reason => textLines(reason, width, paint)),
    ...(shared === '' ? [] : labelled('word', '', shared, { width, paint })),
  ]
}

/** The weightiest reason in a few words; '' where there is none. */
export function shortReason({ reasons }: ScenarioScore): string {
  const [first] = reasons
  return first === undefined ? '' : `${kinds[first.kind].label} ${quoted(first.text)}`
}

function textLines({ kind, text, weight }: Reason, width: number, paint: Paint): readonly string[] {
  const isExact = kind === 'exact-example' || kind === 'exact-exclusion'
  const bar = width < narrow ? '' : `${barText(weight, barWidth)} `
  const measure = isExact ? '' : `${weight.toFixed(2)} ${bar}`
  return labelled(kind, measure, quoted(text), { width, paint })
}

interface Look {
  readonly width: number
  readonly paint: Paint
}

/** A label, a measure, and a text that goes on below itself. */
function labelled(kind: Reason['kind'], measure: string, text: string, { width, paint }: Look): readonly string[] {
  const { label, style } = kinds[kind]
  const before = indent.length + labelWidth + 2 + measure.length
  return wrap(text, width - before).map((line, place) => {
    if (place > 0) return `${' '.repeat(before)}${line}`
    return `${indent}${paint(style, label.padEnd(labelWidth))}  ${measure === '' ? '' : paint('dim', measure)}${line}`
  })
}

function quoted(text: string): string {
  return `"${visible(text).replace(/\s+/g, ' ')}"`
}
