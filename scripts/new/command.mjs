const commands = 'packages/scenewright/src/commands'

/** A command of the command line. @type {import('../new.mjs').Kind} */
export const command = {
  argument: '<name>',
  form: '2 to 20 lowercase letters, such as tally',
  name: /^[a-z]{2,20}$/,
  parts: name => ({
    files: {
      [`${commands}/${name}/command.ts`]: source(name),
      [`packages/scenewright/test/${name}.test.ts`]: test(name),
    },
    lines: [
      {
        file: `${commands}/index.ts`,
        after: /^ {2}(\w+: \{.*|)\},$/,
        text: `  ${name}: { summary: 'count the scenarios', load: async () => (await import('./${name}/command.ts')).${name} },`,
      },
      { file: 'README.md', after: /^\| `[a-z]+` \|/, text: `| \`${name}\` | counts the scenarios |` },
    ],
    next: [
      `write what it does: ${commands}/${name}/command.ts, packages/scenewright/test/${name}.test.ts`,
      `move its line to its place in ${commands}/index.ts and README.md: the help has the same order`,
      'describe it in a page of docs/',
    ],
  }),
}

const source = name => `import { openBoundSources } from '@scenewright/workspace'
import type { CommandDefinition } from '../../shell/command.ts'

export const ${name}: CommandDefinition = {
  compiles: true,
  formats: ['text'],
  examples: [['scenewright ${name}', 'how many scenarios the project has']],
  async run(invocation, _args, options) {
    const { scenarios } = await openBoundSources(invocation, options)
    invocation.terminal.out(\`\${scenarios.length}\\n\`)
    return 0
  },
}
`

const test = name => `import { expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const scenario = \`title: Refund status
trigger_description: The customer asks when a refund will arrive.
flow:
  nodes:
    answer: { text: It takes 3 to 5 business days., next: done }
    done: END
\`

test('${name} counts the scenarios of a project', async () => {
  const cwd = await folderWith({ 'scenarios/refund.scenario.yaml': scenario })
  expect(await scenewright(['${name}'], { cwd })).toMatchObject({ code: 0, stdout: '1\\n' })
})
`
