import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const words =
  'order parcel refund invoice delivery courier warranty repair account password voucher payment card exchange size colour address pickup store receipt'.split(
    ' ',
  )

/** Writes a project of generated scenarios: 12 nodes, 14 edges, 8 examples, about 2.5 KB each. The same every time. */
export function writeCorpus(folder, files) {
  for (let index = 0; index < files; index += 1) {
    const group = join(folder, 'scenarios', `group-${Math.floor(index / 100)}`)
    mkdirSync(group, { recursive: true })
    writeFileSync(join(group, `case-${index}.scenario.yaml`), scenario(index))
  }
  return folder
}

function scenario(index) {
  const word = offset => words[(index * 7 + offset * 3) % words.length]
  const examples = Array.from(
    { length: 8 },
    (_, n) => `  - Question ${index}-${n} about my ${word(n)} and the ${word(n + 5)} that came with it`,
  )
  const nodes = Array.from({ length: 11 }, (_, n) => {
    const next =
      n < 3
        ? `[step_${n + 1}, { to: step_${n + 2}, condition: { type: KEYWORD, words: [${word(n)}] }, priority: 0 }]`
        : `step_${n + 1}`
    return [
      `    step_${n}:`,
      `      title: Step ${n} about the ${word(n)}`,
      `      text: Here is what we can say about your ${word(n)} and its ${word(n + 1)}, step ${n} of 11.`,
      `      next: ${next}`,
    ]
  })
  return [
    `title: Case ${index} about the ${word(0)}`,
    `trigger_description: The customer asks question ${index} about the ${word(0)} or the ${word(1)}.`,
    'examples:',
    ...examples,
    'exclusions:',
    `  - Something else about the ${word(9)} number ${index}`,
    'flow:',
    '  nodes:',
    ...nodes.flat(),
    '    step_11: END',
    '',
  ].join('\n')
}
