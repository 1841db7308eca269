import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { copyOf, folderWith, scenewright } from '../run.ts'

const page = readFileSync(new URL('../../../../docs/lab.md', import.meta.url), 'utf8')

test('docs/lab.md shows the beginning of the report of its two scenarios', async () => {
  const cwd = await folderWith({
    'scenarios/hours.scenario.yaml': block('yaml hours'),
    'scenarios/account.scenario.yaml': block('yaml account'),
  })
  const { stdout } = await scenewright(['lab'], { cwd })
  expect(stdout.slice(0, block('text').length)).toBe(block('text'))
})

test('docs/lab.md shows the evaluation of labelled messages', async () => {
  const cwd = await folderWith({
    'scenarios/hours.scenario.yaml': block('yaml hours'),
    'scenarios/account.scenario.yaml': block('yaml account'),
    'labelled.csv': block('csv labelled'),
  })
  const { stdout } = await scenewright(['lab', '--replay', 'labelled.csv'], { cwd })
  expect(stdout).toContain(block('text labelled'))
})

test('docs/lab.md shows the advice for the example shop', async () => {
  const { stdout } = await scenewright(['lab', '--replay', 'labelled.csv'], { cwd: await copyOf('shop') })
  expect(stdout).toContain(block('text advice'))
})

function block(name: string): string {
  return new RegExp(`^\`\`\`${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? `no block "${name}"`
}
