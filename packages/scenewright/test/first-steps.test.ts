import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const empty = await folderWith({})

describe('in a folder without a project', () => {
  test.each([
    ...[['check'], ['test'], ['fmt'], ['plan'], ['apply'], ['chat'], ['compile'], ['lab'], ['score', 'hello']],
    ...[['status'], ['rollback', 'a'], ['state', 'show']],
  ])('%s %s says how to create one: 2', async (...args) => {
    const { code, stdout, stderr } = await scenewright(args, { cwd: empty })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('no scenewright.config.yaml')
    expect(stderr).toContain('`scenewright init`')
  })

  test('doctor reports it too', async () => {
    const { code, stdout } = await scenewright(['doctor'], { cwd: empty })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^missing +config .*`scenewright init`/m)
    expect(stdout).toMatch(/^missing +environments .*`scenewright service bot create --name "My bot" --env local`/m)
  })

  test.each([
    [{ 'scenewright.config.yaml': '' }, '`scenewright service bot create --name "My bot" --env local`'],
    [{}, '`scenewright init`'],
  ])('an environment that is named, but not in the config, can be added: %j', async (files, remedy) => {
    const { code, stderr } = await scenewright(['status', '--env', 'local'], { cwd: await folderWith(files) })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(remedy) })
  })

  test('scenarios without a config are a project', async () => {
    const source = 'title: a\ntrigger_description: b\nflow: { nodes: { a: END } }\n'
    const cwd = await folderWith({ 'scenarios/a.scenario.yaml': source })
    expect((await scenewright(['check', '--format', 'json'], { cwd })).stdout).toContain('"scenarios": 1')
  })

  test('a config without scenarios names the folder where they belong', async () => {
    const cwd = await folderWith({ 'scenewright.config.yaml': 'sources: [bots]\n', 'bots/readme.md': '' })
    const { code, stderr } = await scenewright(['check'], { cwd })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('no scenarios in "bots"') })
    // `init` refuses: there is a project.
    expect(stderr).toContain('see docs/source-format.md for an example')
    expect(stderr).not.toContain('scenewright init')
  })
})

describe('an address that no deploy may use', () => {
  const source = 'title: a\ntrigger_description: b\nflow: { nodes: { a: END } }\n'
  const project = (url: string) =>
    folderWith({
      'scenewright.config.yaml': `environments: { live: { url: "${url}", bot: 5b0c7a52-7b9f-4c53-9d7e-2f5c2b1f7a10 } }\n`,
      'scenarios/a.scenario.yaml': source,
    })

  test.each(['plan', 'plan --format markdown', 'plan --out plan.json', 'status', 'apply'])(
    '%s shows and stores no credentials of it: 2',
    async call => {
      const cwd = await project('https://user:secretpw@bots.example.com')
      const { code, stdout, stderr } = await scenewright(call.split(' '), { cwd })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain('the url of the service holds credentials')
      expect(stderr).not.toContain('secretpw')
      expect(existsSync(join(cwd, 'plan.json'))).toBe(false)
    },
  )

  test.each([
    ['http://bots.example.com', 'is not https'],
    ['https://bots.example.com/api/v1', 'leave /api/v1 out'],
    ['https://bots.example.com?x=1#f', 'has a query or a fragment'],
  ])('plan rejects %s, as apply does', async (url, said) => {
    const { code, stderr } = await scenewright(['plan'], { cwd: await project(url) })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) })
  })
})

describe('an unknown word', () => {
  test.each([
    ['chek', 'check', 'scenewright --help'],
    ['chek --help', 'check', 'scenewright --help'],
    ['help chek', 'check', 'scenewright --help'],
    ['service strat', 'start', 'scenewright service --help'],
    ['service bot crate --name x', 'create', 'scenewright service bot --help'],
    ['help service strat', 'start', 'scenewright service --help'],
    ['check --fial-on info', '--fail-on', 'scenewright check --help'],
    ['state init --evn a', '--env', 'scenewright state init --help'],
  ])('%s: 2, a suggestion, and how to get help', async (call, meant, help) => {
    const { code, stdout, stderr } = await scenewright(call.split(' '), { cwd: empty })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`(Did you mean ${meant}?)`)
    expect(stderr).toContain(`Run \`${help}\``)
  })

  test('unlike any command: no guess', async () => {
    const { code, stderr } = await scenewright(['kubernetes'], { cwd: empty })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^error: unknown command 'kubernetes'\nRun /)
  })
})

describe('an empty value, as of a variable that is not set, is a usage error', () => {
  test.each([
    [['compile', '--out', ''], "option '--out <folder>' has an empty value"],
    [['service', 'start', '--data', ''], "option '--data <folder>' has an empty value"],
    [['check', '--config='], "option '--config <file>' has an empty value"],
    [['check', ''], "argument 'paths' is empty"],
    [['check', 'scenarios', ''], "argument 'paths' is empty"],
    [['example', 'add', '', 'Hello'], "argument 'key' is empty"],
  ])('%j', async (args, message) => {
    const { code, stderr } = await scenewright(args, { cwd: empty })
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error: ${message}\n`)])
  })

  test('but an empty message is a message', async () => {
    const { code, stderr } = await scenewright(['score', ''], { cwd: empty })
    expect([code, stderr]).toEqual([2, expect.not.stringContaining('is empty')])
  })
})

describe('help', () => {
  test.each([['--help'], ['help'], ['-h']])('%s ends with a first project and the documentation', async option => {
    const { code, stdout } = await scenewright([option], { cwd: empty })
    expect(code).toBe(0)
    expect(stdout).toMatch(/\n {2}scenewright init my-bot && cd my-bot\n[\s\S]*\nDocumentation: https:\/\/\S+\n$/)
  })

  test('of a command within a group is the same for every way to request it', async () => {
    const { code, stdout } = await scenewright(['help', 'service', 'bot', 'create'], { cwd: empty })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('"http://127.0.0.1:4600"') })
    expect((await scenewright(['service', 'bot', 'create', '--help'], { cwd: empty })).stdout).toBe(stdout)
  })

  test('without any argument: the same help, on standard error, and 2', async () => {
    const { stdout } = await scenewright(['--help'], { cwd: empty })
    expect(await scenewright([], { cwd: empty })).toEqual({ code: 2, stdout: '', stderr: stdout })
  })
})

test('the help for a first project works when followed literally', async () => {
  const { stdout } = await scenewright(['--help'], { cwd: empty })
  const [, lines = ''] = /A first project:\n([\s\S]*?)\n\n/.exec(stdout) ?? []
  const calls = lines.split(/&&|\n/).map(call => call.trim().split(' '))
  expect(calls.map(([first]) => first)).toEqual(['scenewright', 'cd', 'scenewright', 'scenewright'])
  let cwd = await folderWith({})
  for (const [first, ...words] of calls) {
    if (first === 'cd') cwd = `${cwd}/${words[0]}`
    else expect(await scenewright(words, { cwd })).toMatchObject({ code: 0 })
  }
})
