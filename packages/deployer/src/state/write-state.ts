import type { State } from './state.ts'

/**
 * The stored text of a state: JSON with one line for each scenario and each entry of the journal, so that a change of
 * one is a change of one line. Unchanged parts are reused from the previous text.
 */
export function writeState({ scenarios, journal, ...head }: State): string {
  const { entries, ...older } = journal
  const fields = Object.entries(head).flatMap(([name, value]) => {
    return value === undefined ? [] : [`  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`]
  })
  const named = Object.entries(scenarios).map(([key, entry]) => `    ${JSON.stringify(key)}: ${line(entry)}`)
  const before = Object.entries(older).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`,
  )
  return [
    '{\n',
    ...fields,
    `  "scenarios": {${block(named, '  ')}},\n`,
    '  "journal": {\n',
    ...before,
    `    "entries": [${block(
      entries.map(entry => `      ${line(entry)}`),
      '    ',
    )}]\n`,
    '  }\n}\n',
  ].join('')
}

const lines = new WeakMap<object, string>()

/** States are immutable, so the text of an object never changes. */
function line(value: object): string {
  const known = lines.get(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value)
  lines.set(value, text)
  return text
}

function block(items: readonly string[], indent: string): string {
  return items.length === 0 ? '' : `\n${items.join(',\n')}\n${indent}`
}
