import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { content } from './content.mjs'

/** Writes a project of `files` generated YAML scenarios of about 2.5 KB each. Deterministic. */
export function writeCorpus(folder, files) {
  return writeScenarios(folder, files, 'yaml', index => yaml(content(index)))
}

/** Writes one source per number, a hundred per folder, with the content `text(index)`. */
export function writeScenarios(folder, files, suffix, text) {
  for (let index = 0; index < files; index += 1) {
    const file = join(folder, 'scenarios', `group-${Math.floor(index / 100)}`, `case-${index}.scenario.${suffix}`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text(index))
  }
  return folder
}

/** A scenario in YAML. */
export function yaml({ title, description, examples, exclusions, replies, end }) {
  return [
    `title: ${title}`,
    `trigger_description: ${description}`,
    'examples:',
    ...examples.map(example => `  - ${example}`),
    `exclusions:${exclusions.length === 0 ? ' []' : ''}`,
    ...exclusions.map(exclusion => `  - ${exclusion}`),
    'flow:',
    '  nodes:',
    ...replies.flatMap(reply => [
      `    ${reply.id}:`,
      `      title: ${reply.title}`,
      `      text: ${reply.text}`,
      `      next: ${ways(reply)}`,
    ]),
    `    ${end}: END`,
    '',
  ].join('\n')
}

function ways({ next, shortcut }) {
  if (shortcut === undefined) return next
  return `[{ to: ${shortcut.to}, condition: { type: KEYWORD, words: [${shortcut.word}] } }, ${next}]`
}
