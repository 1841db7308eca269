import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { content } from './content.mjs'
import { writeScenarios } from './corpus.mjs'

/**
 * Writes the scenarios of the YAML corpus as TypeScript sources. Every fourth imports its wording from a shared module.
 */
export function writeTypeScriptCorpus(folder, files) {
  mkdirSync(join(folder, 'scenarios', 'shared'), { recursive: true })
  writeFileSync(join(folder, 'scenarios', 'shared', 'wording.ts'), wording)
  return writeScenarios(folder, files, 'ts', index => typescript(content(index), index % 4 === 0))
}

const wording = `const steps = 11

/** What a step of any case says. */
export function whatWeCanSay(subject: string, part: string, step: number): string {
  return \`Here is what we can say about your \${subject} and its \${part}, step \${step} of \${steps}.\`
}
`

function typescript({ title, description, examples, exclusions, replies, end }, isSharing) {
  return [
    "import { end, reply, scenario } from 'scenewright'",
    ...(isSharing ? ["import { whatWeCanSay } from '../shared/wording.ts'"] : []),
    '',
    'export default scenario({',
    `  title: '${title}',`,
    `  trigger_description: '${description}',`,
    '  examples: [',
    ...examples.map(example => `    '${example}',`),
    '  ],',
    `  exclusions: [${exclusions.map(exclusion => `'${exclusion}'`).join(', ')}],`,
    '  flow: {',
    '    nodes: {',
    ...replies.flatMap((reply, step) => [
      `      ${reply.id}: reply(${isSharing ? call(reply, step) : `'${reply.text}'`}, {`,
      `        title: '${reply.title}',`,
      `        next: ${ways(reply)},`,
      '      }),',
    ]),
    `      ${end}: end(),`,
    '    },',
    '  },',
    '})',
    '',
  ].join('\n')
}

function call({ subject, part }, step) {
  return `whatWeCanSay('${subject}', '${part}', ${step})`
}

function ways({ next, shortcut }) {
  if (shortcut === undefined) return `'${next}'`
  return `[{ to: '${shortcut.to}', condition: { type: 'KEYWORD', words: ['${shortcut.word}'] } }, '${next}']`
}
