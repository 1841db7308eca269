import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { bareEnvironment, commit, git, put } from '../../workspace/test/git-repository.ts'
import { type LocalService, localService } from './local-service.ts'
import { folderWith, type Outcome, scenewright } from './run.ts'

let service: LocalService
beforeAll(async () => {
  service = await localService()
})

const configFile = 'scenewright.config.yaml'
const file = (name: string) => `scenarios/${name}.scenario.yaml`
const scenario = (text: string) => `title: Opening hours
trigger_description: The customer asks when the shop is open.
examples: [when do you open]
flow: { nodes: { hours: { text: ${text}, next: done }, done: END } }
`

interface Team {
  readonly cwd: string
  run(args: readonly string[], cwd?: string): Promise<Outcome>
  /** Commits a new reply, and gives the commit. */
  change(text: string): string
}

/** A project on \`main\`, and environments of bots of its own. */
async function team(...environments: readonly string[]): Promise<Team> {
  const cwd = await folderWith({ [file('hours')]: scenario('We open at 9.') })
  const states = await folderWith({})
  let config = 'bot: { primary_language: en }\nenvironments:\n'
  for (const name of environments) {
    const { unique_id } = await service.post('/bots', { name, gpt_model: 'llm_provider_d', primary_language: 'en' })
    config += `  ${name}: { url: "${service.url}", bot: ${unique_id}, state: { type: file, path: "${states}/${name}" } }\n`
  }
  put(cwd, { 'scenewright.config.yaml': config, '.gitignore': '.scenewright/\n' })
  git(cwd, 'init', '--quiet', '--initial-branch', 'main')
  for (const name of environments) {
    const args = ['state', 'init', '--env', name]
    expect(await scenewright(args, { cwd, env: bareEnvironment })).toMatchObject({ code: 0 })
  }
  commit(cwd)
  const env = { ...service.env, ...bareEnvironment }
  return {
    cwd,
    run: (args, folder = cwd) => scenewright(args, { cwd: folder, env }),
    change(text) {
      writeFileSync(join(cwd, file('hours')), scenario(text))
      commit(cwd)
      return git(cwd, 'rev-parse', 'HEAD').trim()
    },
  }
}

const short = (id: string) => id.slice(0, 12)

test('an older commit, or one of another branch, replaces a newer one only on request', async () => {
  const { cwd, run, change } = await team('live')
  const first = git(cwd, 'rev-parse', 'HEAD').trim()
  const second = change('We open at 8.')
  expect((await run(['apply', '--yes'])).code).toBe(0)

  git(cwd, 'switch', '--quiet', '--detach', first)
  const old = await run(['apply', '--yes'])
  expect(old.code).toBe(5)
  expect(old.stderr).toContain(`${short(first)} does not contain ${short(second)}, which is deployed`)
  expect(old.stderr).toContain('--allow-older')
  expect(await run(['plan'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      `apply would reject this plan: ${short(first)} does not contain ${short(second)}, which is deployed; it is older`,
    ),
  })

  git(cwd, 'switch', '--quiet', '--create', 'other')
  change('We open at 7.')
  expect((await run(['apply', '--yes'])).code).toBe(5)
  expect((await run(['apply', '--yes', '--allow-older'])).code).toBe(0)
  git(cwd, 'merge', '--quiet', '--strategy', 'ours', '--message', 'merged', second)
  change('We open at 6.')
  expect((await run(['apply', '--yes'])).code).toBe(0)
})

test('a scenario that is not in the newest commit of all is not overwritten by an older one either', async () => {
  const { cwd, run, change } = await team('staging', 'live')
  expect((await run(['apply', '--yes', '--env', 'live'])).code).toBe(0)
  const first = git(cwd, 'rev-parse', 'HEAD').trim()
  change('We open at 8.')
  expect((await run(['apply', '--yes', '--env', 'staging'])).code).toBe(0)
  expect((await run(['promote', '--from', 'staging', '--env', 'live', '--yes'])).code).toBe(0)
  git(cwd, 'switch', '--quiet', '--detach', first)
  expect((await run(['apply', '--yes', '--env', 'live'])).code).toBe(5)
})

test('a shallow clone fetches the missing history from the remote, and an error names the setting if that fails', async () => {
  const { cwd, run, change } = await team('live')
  const origin = await folderWith({})
  git(origin, 'init', '--quiet', '--bare', '--initial-branch', 'main')
  git(cwd, 'remote', 'add', 'origin', origin)
  const first = git(cwd, 'rev-parse', 'HEAD').trim()
  change('We open at 8.')
  expect((await run(['apply', '--yes'])).code).toBe(0)
  const last = change('We open at 7.')
  git(cwd, 'push', '--quiet', 'origin', 'main')
  const clone = await folderWith({})
  git(clone, 'clone', '--quiet', '--depth', '1', `file://${origin}`, '.')
  expect((await run(['apply', '--yes'], clone)).code).toBe(0)
  expect(git(clone, 'rev-parse', '--is-shallow-repository').trim()).toBe('true')

  git(cwd, 'push', '--quiet', 'origin', `${first}:refs/heads/old`)
  const old = await folderWith({})
  git(old, 'clone', '--quiet', '--depth', '1', '--branch', 'old', `file://${origin}`, '.')
  const refused = await run(['apply', '--yes'], old)
  expect(refused.code).toBe(5)
  expect(refused.stderr).toContain(`${short(first)} does not contain ${short(last)}`)

  writeFileSync(join(old, file('hours')), scenario('We open at 6.'))
  commit(old)
  const unknown = await run(['apply', '--yes'], old)
  expect(unknown.code).toBe(5)
  expect(unknown.stderr).toMatch(/git cannot determine whether .* contains .*\n.*fetch-depth: 0/)
})

test('uncommitted changes are reported, and rejected without a terminal', async () => {
  const { cwd, run } = await team('live')
  const path = join(cwd, configFile)
  writeFileSync(path, readFileSync(path, 'utf8').replace(/, lineage: [^,}]+/, ''))
  commit(cwd)
  expect((await run(['state', 'init'])).code).toBe(0)
  const pinned = await run(['plan'])
  expect(pinned).toMatchObject({ code: 0, stderr: '' })
  expect((await run(['apply', '--yes'])).code).toBe(0)
  expect(git(cwd, 'status', '--porcelain')).toContain('scenewright.config.yaml')

  writeFileSync(join(cwd, file('hours')), scenario('We open at 8.'))
  put(cwd, { [file('new')]: scenario('We never close.'), 'notes.txt': 'not a source' })
  expect((await run(['plan'])).stderr).toContain(`Not committed: ${file('hours')} and 1 other file`)
  const refused = await run(['apply', '--yes'])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(/not committed: .*--allow-dirty/s)
  const allowed = await run(['apply', '--yes', '--allow-dirty'])
  expect(allowed).toMatchObject({ code: 0, stderr: expect.stringContaining('Not committed: ') })
  const { scenarios } = JSON.parse((await run(['state', 'show', '--format', 'json'])).stdout)
  expect(Object.keys(scenarios)).toEqual(['hours', 'new'])
  for (const { published } of Object.values<{ published: object }>(scenarios)) {
    expect(published).not.toHaveProperty('commit')
  }
})

/** What makes the sources differ from the commit, or does not. */
const changes: Record<string, { readonly isDirty: boolean; readonly change: (cwd: string) => void }> = {
  'a source that git ignores': {
    isDirty: true,
    change(cwd) {
      appendFileSync(join(cwd, '.gitignore'), 'scenarios/new.*\n')
      commit(cwd)
      put(cwd, { [file('new')]: scenario('We never close.') })
    },
  },
  'another rule in the config': {
    isDirty: true,
    change: cwd => appendFileSync(join(cwd, configFile), 'rules: { graph/trap: off }\n'),
  },
  'a pin that is removed from the config': {
    isDirty: true,
    change(cwd) {
      const text = readFileSync(join(cwd, configFile), 'utf8')
      put(cwd, { [configFile]: text.replace(/, lineage: [^,}]+/, '') })
    },
  },
  'an imported file': {
    isDirty: true,
    change(cwd) {
      const source = `import { scenario, reply, end } from 'scenewright'
import { text } from '../texts.ts'
export default scenario({
  title: 'Closing hours', trigger_description: 'The customer asks when the shop closes.', examples: ['when do you close'],
  flow: { nodes: { hours: reply(text, { next: 'done' }), done: end() } },
})
`
      put(cwd, { 'scenarios/closing.scenario.ts': source, 'texts.ts': "export const text = 'At 9.'\n" })
      commit(cwd)
      put(cwd, { 'texts.ts': "export const text = 'At 8.'\n" })
    },
  },
  'a source that was removed': {
    isDirty: true,
    change(cwd) {
      put(cwd, { [file('new')]: scenario('We never close.') })
      commit(cwd)
      rmSync(join(cwd, file('new')))
    },
  },
  'a source that git rm has removed': {
    isDirty: true,
    change(cwd) {
      put(cwd, { [file('new')]: scenario('We never close.') })
      commit(cwd)
      git(cwd, 'rm', '--quiet', file('new'))
    },
  },
  'a changed source that git is not to look at': {
    isDirty: true,
    change(cwd) {
      git(cwd, 'update-index', '--assume-unchanged', file('hours'))
      put(cwd, { [file('hours')]: scenario('We open at 8.') })
    },
  },
  'a removed conversation test': {
    isDirty: false,
    change(cwd) {
      const path = 'scenarios/hours.test.yaml'
      put(cwd, { [path]: 'triggers: [{ starts: hours, messages: [when do you open] }]\n' })
      commit(cwd)
      rmSync(join(cwd, path))
    },
  },
  'a removed file elsewhere with the name of a source': {
    isDirty: false,
    change(cwd) {
      put(cwd, { 'docs/a.scenario.yaml': scenario('We never close.') })
      commit(cwd)
      rmSync(join(cwd, 'docs/a.scenario.yaml'))
    },
  },
  'a file that is not a source': { isDirty: false, change: cwd => put(cwd, { 'docs/a.md': 'a' }) },
  'a conversation test': {
    isDirty: false,
    change: cwd => {
      put(cwd, { 'scenarios/hours.test.yaml': 'triggers: [{ starts: hours, messages: [when do you open] }]\n' })
    },
  },
}

test.each(Object.entries(changes))('%s is not committed, and plan says so if it matters', async (_name, row) => {
  const { cwd, run } = await team('live')
  row.change(cwd)
  const { code, stderr } = await run(['plan'])
  expect(code, stderr).toBe(0)
  expect(stderr.includes('Not committed')).toBe(row.isDirty)
})

test('without a terminal, a scenario is not deactivated because its source is missing but in the commit', async () => {
  const { cwd, run } = await team('live')
  put(cwd, { [file('new')]: scenario('We never close.') })
  commit(cwd)
  expect((await run(['apply', '--yes'])).code).toBe(0)
  rmSync(join(cwd, file('new')))

  const refused = await run(['apply', '--yes'])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(`the sources are not committed: ${file('new')}; they differ from`)
  const plan = await run(['plan', '--out', 'plan.json'])
  expect(plan).toMatchObject({ code: 0, stderr: expect.stringContaining(`Not committed: ${file('new')}`) })
  const saved = await run(['apply', 'plan.json', '--yes'])
  expect(saved).toMatchObject({ code: 2, stderr: expect.stringContaining('"new" comes from sources that were not') })

  expect((await run(['apply', 'new', '--yes', '--allow-dirty'])).code).toBe(0)
  const { scenarios } = JSON.parse((await run(['state', 'show', '--format', 'json'])).stdout)
  expect(scenarios.new).toMatchObject({ is_active: false, tombstone: { run: expect.any(String) } })
  expect(scenarios.new.tombstone).not.toHaveProperty('commit')
})

test('a plan of a committed removal is applied', async () => {
  const { cwd, run } = await team('live')
  put(cwd, { [file('new')]: scenario('We never close.') })
  commit(cwd)
  expect((await run(['apply', '--yes'])).code).toBe(0)
  rmSync(join(cwd, file('new')))
  commit(cwd)
  const plan = await run(['plan', '--out', 'plan.json'])
  expect(plan).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Not committed') })
  expect((await run(['apply', 'plan.json', '--yes'])).code).toBe(0)
  const { scenarios } = JSON.parse((await run(['state', 'show', '--format', 'json'])).stdout)
  expect(scenarios.new).toMatchObject({ is_active: false, tombstone: { run: expect.any(String) } })
})

test('a sparse checkout without some sources stops a plan and a deploy', async () => {
  const { cwd, run } = await team('live')
  put(cwd, { [file('billing/refund')]: scenario('We refund.'), [file('billing/bill')]: scenario('We send a bill.') })
  put(cwd, { [file('shop/open')]: scenario('We open at 9.') })
  commit(cwd)
  expect((await run(['apply', '--yes'])).code).toBe(0)
  git(cwd, 'sparse-checkout', 'init', '--cone')
  git(cwd, 'sparse-checkout', 'set', 'scenarios/shop')
  expect(git(cwd, 'status', '--porcelain')).toBe('')
  for (const args of [['plan'], ['apply', '--yes', '--allow-dirty']]) {
    const refused = await run(args)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain(`"${file('billing/bill')}" and 1 other source are in the commit, but not in this`)
    expect(refused.stderr).toContain('git sparse-checkout disable')
  }
  git(cwd, 'sparse-checkout', 'add', 'scenarios/billing')
  expect(await run(['plan'])).toMatchObject({ code: 0, stderr: '' })
})

test('committed receipts stop a plan and a deploy, which say how to remove them', async () => {
  const { cwd, run } = await team('live')
  const path = '.scenewright/receipts/live.ndjson'
  put(cwd, { [path]: '{}\n' })
  expect((await run(['plan'])).code).toBe(0)
  git(cwd, 'add', '--force', path)
  commit(cwd)
  for (const args of [['plan'], ['apply', '--yes', '--allow-dirty']]) {
    const refused = await run(args)
    expect({ args, code: refused.code }, refused.stderr).toEqual({ args, code: 2 })
    expect(refused.stderr).toContain(`"${path}" is in git, but belongs to one machine`)
    expect(refused.stderr).toContain(`git rm --cached ${path}`)
  }
  git(cwd, 'rm', '--quiet', '--cached', path)
  commit(cwd)
  expect((await run(['apply', '--yes'])).code).toBe(0)
})

test('a plan of an older commit does not change or remove anything newer', async () => {
  const { cwd, run, change } = await team('live')
  const first = git(cwd, 'rev-parse', 'HEAD').trim()
  put(cwd, { [file('new')]: scenario('We never close.') })
  const second = change('We open at 8.')
  expect((await run(['apply', '--yes'])).code).toBe(0)
  git(cwd, 'switch', '--quiet', '--detach', first)
  for (const keys of [[], ['hours'], ['new']]) {
    expect((await run(['plan', ...keys, '--out', 'plan.json'])).code).toBe(0)
    const refused = await run(['apply', 'plan.json', '--yes'])
    expect(refused.code).toBe(5)
    expect(refused.stderr).toContain(`${short(first)} does not contain ${short(second)}`)
  }
})

test('an older commit does not switch on what some keys of a newer one switched off', async () => {
  const { cwd, run } = await team('live')
  put(cwd, { [file('gone')]: scenario('We never close.'), [file('kept')]: scenario('We close at 6.') })
  commit(cwd)
  const first = git(cwd, 'rev-parse', 'HEAD').trim()
  expect((await run(['apply', '--yes'])).code).toBe(0)
  expect((await run(['deactivate', 'kept', '--yes'])).code).toBe(0)
  appendFileSync(join(cwd, file('hours')), 'is_active: false\n')
  for (const name of ['gone', 'kept']) rmSync(join(cwd, file(name)))
  commit(cwd)
  const second = git(cwd, 'rev-parse', 'HEAD').trim()
  expect((await run(['apply', 'hours', 'gone', 'kept', '--yes'])).code).toBe(0)
  git(cwd, 'switch', '--quiet', '--detach', first)
  for (const keys of [[], ['hours'], ['gone'], ['kept']]) {
    const refused = await run(['apply', ...keys, '--yes'])
    expect({ keys, code: refused.code }, refused.stderr).toEqual({ keys, code: 5 })
    expect(refused.stderr).toContain(`${short(first)} does not contain ${short(second)}`)
  }
  expect((await run(['apply', '--yes', '--allow-older'])).code).toBe(0)
})

test('a plan does not bring back what was reverted and deployed since, unless requested', async () => {
  const { cwd, run, change } = await team('live')
  const plans = await folderWith({})
  expect((await run(['apply', '--yes'])).code).toBe(0)
  put(cwd, { [file('new')]: scenario('We never close.') })
  const planned = change('We open at 8.')
  for (const keys of [[], ['new']]) {
    expect((await run(['plan', ...keys, '--out', join(plans, `${keys.length}.json`)])).code).toBe(0)
  }
  git(cwd, 'revert', '--no-edit', planned)
  expect((await run(['apply', '--yes'])).code).toBe(0)
  put(cwd, { [file('other')]: scenario('We close at 6.') })
  commit(cwd)
  const last = git(cwd, 'rev-parse', 'HEAD').trim()
  expect((await run(['apply', '--yes'])).code).toBe(0)

  const origin = await folderWith({})
  git(origin, 'init', '--quiet', '--bare', '--initial-branch', 'main')
  git(cwd, 'remote', 'add', 'origin', origin)
  git(cwd, 'push', '--quiet', 'origin', 'main', `${planned}:refs/heads/old`)
  const old = await folderWith({})
  git(old, 'clone', '--quiet', '--single-branch', '--branch', 'old', `file://${origin}`, '.')
  for (const [folder, name] of [
    [cwd, 0],
    [cwd, 1],
    [old, 0],
  ] as const) {
    const refused = await run(['apply', join(plans, `${name}.json`), '--yes'], folder)
    expect(refused.code).toBe(5)
    expect(refused.stderr).toContain(`${short(planned)} does not contain ${short(last)}, which is deployed`)
  }
  expect((await run(['apply', join(plans, '1.json'), '--yes', '--allow-older'])).code).toBe(0)
})

test('promote rejects a version that was never committed, unless requested', async () => {
  const { cwd, run } = await team('staging', 'live')
  writeFileSync(join(cwd, file('hours')), scenario('We open at 8.'))
  expect((await run(['apply', '--yes', '--env', 'staging', '--allow-dirty'])).code).toBe(0)
  const promote = ['promote', '--from', 'staging', '--env', 'live', '--yes']
  const refused = await run(promote)
  expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('not committed') })
  commit(cwd)
  const [, remedy = ''] = /`scenewright (apply [^`]+)`/.exec(refused.stderr) ?? []
  expect(remedy).toBe('apply --env staging --overwrite hours')
  expect((await run([...remedy.split(' '), '--yes'])).code).toBe(0)
  expect((await run(promote)).code).toBe(0)
  writeFileSync(join(cwd, file('hours')), scenario('We open at 7.'))
  expect((await run(['apply', '--yes', '--env', 'staging', '--allow-dirty'])).code).toBe(0)
  expect((await run([...promote, '--allow-uncommitted'])).code).toBe(0)
})

test('promote does not replace a newer version with an older one, unless requested', async () => {
  const { cwd, run, change } = await team('staging', 'live')
  expect((await run(['apply', '--yes', '--env', 'staging'])).code).toBe(0)
  const first = git(cwd, 'rev-parse', 'HEAD').trim()
  const second = change('We open at 8.')
  expect((await run(['apply', '--yes', '--env', 'live'])).code).toBe(0)
  const promote = ['promote', '--from', 'staging', '--env', 'live', '--yes']
  const refused = await run(promote)
  expect(refused.code).toBe(5)
  expect(refused.stderr).toContain(`${short(first)} does not contain ${short(second)}`)
  expect((await run([...promote, '--allow-older'])).code).toBe(0)
})

test('without a repository, the commit is the one that the CI names', async () => {
  const { cwd } = await team('live')
  rmSync(join(cwd, '.git'), { recursive: true })
  const id = 'c0ffee1'.padEnd(40, '0')
  const env = { ...service.env, ...bareEnvironment, GITHUB_SHA: id, GITHUB_ACTOR: 'ada' }
  expect((await scenewright(['apply', '--yes'], { cwd, env })).code).toBe(0)
  writeFileSync(join(cwd, file('hours')), scenario('We open at 8.'))
  expect((await scenewright(['apply', '--yes'], { cwd, env })).code).toBe(0)
  const elsewhere = await scenewright(['apply', '--yes'], { cwd, env: { ...env, GITHUB_SHA: 'd'.repeat(40) } })
  expect(elsewhere.code).toBe(0)
  writeFileSync(join(cwd, file('hours')), scenario('We open at 7.'))
  const changed = await scenewright(['apply', '--yes'], { cwd, env: { ...env, GITHUB_SHA: 'd'.repeat(40) } })
  expect(changed).toMatchObject({ code: 5, stderr: expect.stringContaining('git cannot determine whether') })
})

test('a whole deploy is rolled back by its commit', async () => {
  const { cwd, run, change } = await team('live')
  const first = git(cwd, 'rev-parse', 'HEAD').trim()
  expect((await run(['apply', '--yes'])).code).toBe(0)
  change('We open at 8.')
  expect((await run(['apply', '--yes'])).code).toBe(0)
  expect((await run(['rollback', '--to', first.slice(0, 8), '--yes'])).code).toBe(0)
  git(cwd, 'switch', '--quiet', '--detach', first)
  expect((await run(['plan', '--detailed-exitcode'])).code).toBe(0)
})

test('a promotion is rolled back by the promoted commit', async () => {
  const { cwd, run, change } = await team('staging', 'live')
  const first = git(cwd, 'rev-parse', 'HEAD').trim()
  for (const text of ['We open at 8.', 'We open at 7.']) {
    expect((await run(['apply', '--yes', '--env', 'staging'])).code).toBe(0)
    expect((await run(['promote', '--from', 'staging', '--env', 'live', '--yes'])).code).toBe(0)
    change(text)
  }
  const back = await run(['rollback', '--to', first.slice(0, 8), '--env', 'live', '--yes'])
  expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('We open at [-8-]{+9+}.') })
})

test('state log shows the commit, the person and the run, also of a deploy from a laptop', async () => {
  const { cwd, run } = await team('live')
  git(cwd, 'config', 'user.name', 'Ada Lovelace')
  const head = git(cwd, 'rev-parse', 'HEAD').trim()
  expect((await run(['apply', '--yes'])).code).toBe(0)
  expect((await run(['deactivate', 'hours', '--yes'])).code).toBe(0)
  const lines = (await run(['state', 'log'])).stdout.trim().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/switched-off +hours .*by Ada Lovelace$/),
    expect.stringMatching(`published +hours .*commit ${head.slice(0, 7)}, by Ada Lovelace$`),
    expect.stringMatching(`created +hours .*commit ${head.slice(0, 7)}, by Ada Lovelace$`),
  ])
  const [last] = JSON.parse((await run(['state', 'log', '--format', 'json'])).stdout)
  expect(last).toMatchObject({ run: expect.any(String), who: 'Ada Lovelace' })
})
