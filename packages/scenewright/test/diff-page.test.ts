import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kinds } from '@scenewright/differ'
import { describe, expect, test } from 'vitest'
import { bareEnvironment, branchWith, put } from '../../workspace/test/git-repository.ts'
import { scenewright } from './run.ts'

const page = readFileSync(join(fileURLToPath(new URL('../../../', import.meta.url)), 'docs/diff.md'), 'utf8')

function block(name: string): string {
  const [, text] = new RegExp(`^\`\`\`${name}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page) ?? []
  if (text === undefined) throw new Error(`the page has no block ${name}`)
  return text
}

describe('docs/diff.md', () => {
  test('shows the output of a diff', async () => {
    const folder = await branchWith({
      'scenarios/refund.scenario.yaml': block('yaml before'),
      'scenewright.config.yaml': block('yaml config'),
    })
    put(folder, { 'scenarios/refund.scenario.yaml': block('yaml after') })
    const { code, stdout } = await scenewright(['diff'], { cwd: folder, env: bareEnvironment })
    expect({ code, stdout }).toEqual({ code: 0, stdout: block('text diff') })
  })

  test('lists every kind with its level, and no other', () => {
    const rows = [...page.matchAll(/^\| `([a-z]+(?:-[a-z]+)+)` \| (\w+) \|/gm)].map(([, kind, level]) => [kind, level])
    expect(rows).toEqual(Object.entries(kinds).map(([kind, { level }]) => [kind, level]))
  })
})
