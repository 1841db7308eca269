import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { validate } from '@scenewright/schemas/validate/findings'
import { XMLValidator } from 'fast-xml-parser'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FindingsFormatName, findingsFormatNames as formats } from '../src/commands/check/formats/index.ts'
import { copyOf, folderWith, type Outcome, scenewright } from './run.ts'

const suppressed = '# scenewright-ignore source/placeholder: filled in by the shop\n'

/** A copy of an example, in a folder of a repository, with two errors, a warning and a warning that is suppressed. */
async function brokenShop(): Promise<string> {
  const repository = await folderWith({})
  const shop = join(repository, 'bots/my shop')
  await mkdir(dirname(shop), { recursive: true })
  await rename(await copyOf('shop'), shop)
  await change(join(shop, 'scenarios/account/delete.scenario.yaml'), [
    ['next: before', 'next: befor'],
    ['min_confidence: 88', 'min_confidence: 30'],
    ['exit_message: Nothing', 'exit_message: TODO'],
    ['      text: >-\n        Then open', `      ${suppressed}      text: >-\n        FIXME`],
  ])
  return repository
}

async function change(file: string, changes: readonly (readonly [string, string])[]): Promise<void> {
  const text = await readFile(file, 'utf8')
  for (const [old] of changes) expect(text).toContain(old)
  await writeFile(
    file,
    changes.reduce((changed, [old, replacement]) => changed.replace(old, replacement), text),
  )
}

describe('a project with mistakes, in a folder of its repository', () => {
  const outcomes = new Map<string, Outcome>()
  beforeAll(async () => {
    const repository = await brokenShop()
    for (const format of formats) {
      const env = { GITHUB_WORKSPACE: repository }
      const args = ['check', '--format', format]
      outcomes.set(format, await scenewright(args, { cwd: join(repository, 'bots/my shop'), env }))
    }
  })
  const out = (format: FindingsFormatName) => outcomes.get(format)?.stdout ?? ''

  test.each(formats)('exits with 1 in %s, with the summary on standard error only', format => {
    expect(outcomes.get(format)?.code).toBe(1)
    expect(outcomes.get(format)?.stderr).toMatch(/^2 errors, .*1 suppressed\n$/m)
  })

  test.each(formats)('%s names the file and the rule of every finding', format => {
    const { findings } = JSON.parse(out('json'))
    expect(findings.length).toBeGreaterThanOrEqual(3)
    for (const { file, rule } of findings) {
      expect(out(format)).toContain(basename(file))
      expect(out(format)).toContain(rule)
    }
  })

  test('every finding is reported once, and suppressed ones only in SARIF', () => {
    const { findings } = JSON.parse(out('json'))
    const { results } = JSON.parse(out('sarif')).runs[0]
    const counts = {
      text: out('text').match(/^\S+:\d+:\d+ {2}/gm)?.length,
      sarif: results.filter(({ suppressions }: { suppressions: [] }) => suppressions.length === 0).length,
      junit: out('junit').match(/ line="/g)?.length,
      github: out('github').trimEnd().split('\n').length,
      gitlab: JSON.parse(out('gitlab')).length,
      markdown: out('markdown').match(/^\| <code>/gm)?.length,
    }
    expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map(format => [format, findings.length])))
    expect(results).toHaveLength(findings.length + 1)
  })

  test('JSON matches its schema', () => {
    expect(validate(JSON.parse(out('json'))), JSON.stringify(validate.errors)).toBe(true)
  })

  test('JUnit is XML with a suite for each file', () => {
    expect(XMLValidator.validate(out('junit'))).toBe(true)
    expect(out('junit').match(/<testsuite /g)).toHaveLength(JSON.parse(out('json')).summary.files)
  })

  test.each([
    ['sarif', '"uri":"bots/my%20shop/scenarios/account/delete.scenario.yaml"'],
    ['github', '::error file=bots/my shop/scenarios/account/delete.scenario.yaml,line='],
    ['gitlab', '"path": "bots/my shop/scenarios/account/delete.scenario.yaml"'],
    ['junit', 'file="bots/my shop/scenarios/account/delete.scenario.yaml"'],
    ['markdown', '<code>bots/my shop/scenarios/account/delete.scenario.yaml:'],
    ['json', '"file": "scenarios/account/delete.scenario.yaml"'],
  ] as const)('%s names files as its readers do', (format, text) => {
    expect(out(format)).toContain(text)
  })

  test('SARIF includes the page of each rule and its address, and so do JSON and markdown', () => {
    const { rules } = JSON.parse(out('sarif')).runs[0].tool.driver
    const { help, helpUri } = rules.find(({ id }: { id: string }) => id === 'graph/unknown-target')
    expect(help.markdown).toMatch(/^# graph\/unknown-target\n/)
    expect(helpUri).toMatch(/^https:\/\/\S+\/docs\/rules\/graph\/unknown-target\.md$/)
    const { findings } = JSON.parse(out('json'))
    expect(findings.find(({ rule }: { rule: string }) => rule === 'graph/unknown-target').docs).toBe(helpUri)
    expect(out('markdown')).toContain(`[<code>graph/unknown-target</code>](${helpUri})`)
  })

  test('a page included in SARIF has no relative link', () => {
    const { rules } = JSON.parse(out('sarif')).runs[0].tool.driver
    const links = rules.flatMap(({ help }: { help: { markdown: string } }) => help.markdown.match(/\]\([^)]*\)/g) ?? [])
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((link: string) => !link.startsWith('](https://'))).toEqual([])
  })
})

test.each([
  [[], 1],
  [['--fail-on', 'off'], 0],
  [['--fail-on', 'off', '--max-warnings', '0'], 1],
] as const)('with %j JUnit has failures exactly if the exit code is 1', async (options, expected) => {
  const cwd = join(await brokenShop(), 'bots/my shop')
  const { code, stdout } = await scenewright(['check', '--format', 'junit', ...options], { cwd })
  expect([code, stdout.includes('<failure ') ? 1 : 0]).toEqual([expected, expected])
})

test('in GitHub Actions SARIF leaves out suppressed findings, and the summary of the step is written', async () => {
  const repository = await brokenShop()
  const cwd = join(repository, 'bots/my shop')
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(repository, 'summary.md') }
  const { results } = JSON.parse((await scenewright(['check', '--format', 'sarif'], { cwd, env })).stdout).runs[0]
  expect(results.filter(({ suppressions }: { suppressions: [] }) => suppressions.length > 0)).toEqual([])
  await scenewright(['check', '--format', 'github'], { cwd, env })
  expect(await readFile(env.GITHUB_STEP_SUMMARY, 'utf8')).toContain('| <code>scenarios/account/delete.scenario.yaml:')
})
