import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { put } from '../../../workspace/test/git-repository.ts'
import { pauseAfter } from '../../src/commands/ci/comment/host-api.ts'
import { commentMarker, composeComment } from '../../src/commands/ci/comment/post-comment.ts'
import type { CiHostName } from '../../src/commands/ci/hosts.ts'
import { folderWith, scenewright } from '../run.ts'
import { type FakeHost, type Reply, startAnswering, startGithub, startGitlab, token } from './comment-hosts.ts'

const startHost: Readonly<Record<CiHostName, typeof startGithub>> = { github: startGithub, gitlab: startGitlab }
const hosts = Object.entries(startHost)

const marker = commentMarker('')
const unchanged = {
  'diff.md': '<!-- scenewright:diff: unchanged -->\nnothing differs\n',
  'plan.md': '<!-- scenewright:plan production: unchanged -->\nNothing to do\n',
}

async function folderFor(files: Readonly<Record<string, string>>) {
  const cwd = await folderWith({ ...files, 'event.json': JSON.stringify({ pull_request: { number: 7 } }) })
  const comment = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    scenewright(['ci', 'comment', '--file', 'diff.md', 'plan.md', ...args], {
      cwd,
      env: { GITHUB_EVENT_PATH: join(cwd, 'event.json'), ...env },
    })
  return { cwd, comment }
}

function addPersons(host: FakeHost, count: number): void {
  for (let id = 1; id <= count; id += 1) host.comments.push({ id, body: 'a person', by: 'person' })
}

describe.each(hosts)('on %s', (_host, start) => {
  test('both reports are in one comment, which is created once, found on a later page, and updated', async () => {
    const host = await start()
    addPersons(host, 5)
    const { cwd, comment } = await folderFor({ 'diff.md': 'the first diff\n', 'plan.md': 'the plan\n' })
    expect(await comment(host.env)).toMatchObject({ code: 0, stderr: 'Created the comment.\n' })
    addPersons(host, 2)
    expect(await comment(host.env)).toMatchObject({ code: 0, stderr: 'The comment is already up to date.\n' })
    put(cwd, { 'diff.md': 'the second diff\n' })
    const { stdout } = await comment(host.env, '--format', 'json')
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'updated' })
    expect(host.writes).toHaveLength(2)
    const ours = host.comments.filter(({ by }) => by === 'bot').map(({ body }) => body)
    expect(ours).toEqual([`${marker}\nthe second diff\n\n---\n\nthe plan\n`])
  })

  test('without changes nothing is written, and an earlier comment says so', async () => {
    const host = await start()
    const { cwd, comment } = await folderFor(unchanged)
    expect(await comment(host.env)).toMatchObject({ code: 0, stderr: 'No changes, so there is no comment.\n' })
    expect(host.writes).toEqual([])
    put(cwd, { 'diff.md': 'something differs\n' })
    await comment(host.env)
    expect(host.comments.map(({ body }) => body)).toEqual([expect.stringContaining('something differs')])
    put(cwd, unchanged)
    expect(await comment(host.env)).toMatchObject({ code: 0 })
    expect(host.comments.map(({ body }) => body)).toEqual([
      `${marker}\n**scenewright**: there are no changes anymore.\n`,
    ])
  })

  test('a comment of another user that begins like ours stays unchanged', async () => {
    const host = await start()
    host.comments.push({ id: 1, body: `${marker}\nmine`, by: 'person' })
    const { comment } = await folderFor({ 'diff.md': 'a diff\n' })
    expect(await comment(host.env)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('"plan.md" does not exist'),
    })
    expect(host.comments.map(({ by }) => by)).toEqual(['person', 'bot'])
    expect(host.comments[0]?.body).toBe(`${marker}\nmine`)
  })

  test('comments with two names coexist', async () => {
    const host = await start()
    const { comment } = await folderFor({ 'diff.md': 'a diff\n' })
    for (const name of ['bots/shop', 'bots/clinic', 'bots/shop']) await comment(host.env, '--name', name)
    expect(host.comments.map(({ body }) => body.split('\n')[0])).toEqual([
      '<!-- scenewright:comment bots/shop -->',
      '<!-- scenewright:comment bots/clinic -->',
    ])
  })

  test('comments of folders that differ only in special characters coexist', async () => {
    const host = await start()
    const { comment } = await folderFor({ 'diff.md': 'a diff\n' })
    const names = ['bots/магазин', 'bots/аптека', 'bots/my shop', 'bots/my-shop']
    for (const name of [...names, ...names]) await comment(host.env, '--name', name)
    expect(host.comments).toHaveLength(names.length)
  })

  test('a token without write access exits with 3, and is never shown', async () => {
    const host = await start()
    const { comment } = await folderFor({ 'diff.md': 'a diff\n' })
    const wrong = Object.fromEntries(
      Object.entries(host.env).map(([name, value]) => [name, value.replace(token, 'other-token-0000')]),
    )
    const { code, stdout, stderr } = await comment(wrong)
    expect({ code, said: stderr.includes('401') }).toEqual({ code: 3, said: true })
    expect(stdout + stderr).not.toContain('other-token-0000')
  })

  test('a report that contains the token is not sent', async () => {
    const host = await start()
    const { comment } = await folderFor({ 'diff.md': `see ${token} there\n` })
    const { code, stdout, stderr } = await comment(host.env)
    expect(code).toBe(2)
    expect(stdout + stderr).not.toContain(token)
    expect(host.writes).toEqual([])
  })
})

const busy = (status: number): Reply => ({ status, headers: { 'retry-after': '0' }, value: { message: 'busy' } })

describe.each(hosts)('%s, if it is busy', (_host, start) => {
  test('is retried after the requested time, and the comment is written once', async () => {
    const host = await start()
    host.replies.push(busy(429), busy(503), busy(403))
    const { comment } = await folderFor({ 'diff.md': 'a diff\n' })
    expect(await comment(host.env)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Created the comment.'),
    })
    expect(host.writes).toHaveLength(1)
  })

  test('fails after four attempts, or if it asks for an hour', async () => {
    const host = await start()
    const { comment } = await folderFor({ 'diff.md': 'a diff\n' })
    host.replies.push(...[1, 2, 3, 4].map(() => busy(502)))
    expect(await comment(host.env)).toMatchObject({ code: 3, stderr: expect.stringContaining('try again') })
    expect(host.replies).toEqual([])
    host.replies.push({ status: 429, headers: { 'retry-after': '3600' } })
    expect(await comment(host.env)).toMatchObject({ code: 3, stderr: expect.stringContaining('429') })
    expect(host.writes).toEqual([])
  })
})

test.each([
  ['POST', 502, undefined],
  ['POST', 429, 500],
  ['PATCH', 502, 500],
  ['GET', 500, 500],
  ['GET', 501, undefined],
  ['GET', 403, undefined],
  ['GET', 404, undefined],
] as const)('after a %s that is answered %i the pause is %s', (method, status, pause) => {
  const answer = { status, headers: {}, text: '', isWhole: true }
  expect(pauseAfter({ kind: 'answered', answer }, { method, path: '/' }, 1)).toBe(pause)
})

describe('a host that does not do as it should', () => {
  test.each([
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, '302'],
    ['is broken, and quotes the token', { ...busy(500), value: `oops ${token}` }, '[redacted]'],
    ['does not have the pull request', { status: 404 }, 'the pull request does not exist'],
    ['rejects the text', { status: 422, value: { message: 'body is too long' } }, 'body is too long'],
    ['gives the job no write access', { status: 401 }, 'pull-requests: write'],
  ])('one that %s ends with 3', async (_name, reply, message) => {
    const { comment } = await folderFor({ 'diff.md': 'a diff\n' })
    const env = { GITHUB_API_URL: await startAnswering(reply), GITHUB_REPOSITORY: 'o/r', GITHUB_TOKEN: token }
    const { code, stderr } = await comment(env)
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining(message) })
    expect(stderr).not.toContain(token)
  })

  test('a missing one exits with 3', async () => {
    const { comment } = await folderFor({ 'diff.md': 'a diff\n' })
    const env = { GITHUB_API_URL: 'http://127.0.0.1:9', GITHUB_REPOSITORY: 'o/r', GITHUB_TOKEN: token }
    expect(await comment(env)).toMatchObject({ code: 3, stderr: expect.stringContaining('cannot be reached') })
  })
})

describe('wrong usage', () => {
  const github = { GITHUB_REPOSITORY: 'o/r', GITHUB_TOKEN: token, GITHUB_API_URL: 'http://127.0.0.1:9' }
  const { GITHUB_TOKEN: _token, ...tokenless } = github
  test.each([
    ['plain http to another machine', { ...github, GITHUB_API_URL: 'http://api.example.com' }, 'not https'],
    ['no token', tokenless, 'GITHUB_TOKEN is not set'],
    ['a token with a line break', { ...github, GITHUB_TOKEN: 'a\nb' }, 'not allowed in a header'],
    ['an invalid repository', { ...github, GITHUB_REPOSITORY: '../x' }, 'GITHUB_REPOSITORY'],
    ['a run without a pull request', { ...github, GITHUB_EVENT_PATH: '/none' }, '--pull-request'],
    ['no host', {}, '--host'],
    ['two hosts', { ...github, CI_API_V4_URL: 'https://gitlab.example.com' }, '--host'],
  ])('%s', async (_name, env, message) => {
    const { comment } = await folderFor({ 'diff.md': 'a diff\n' })
    expect(await comment(env)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
  })

  test('a link is not followed, and missing reports are ignored', async () => {
    const { cwd, comment } = await folderFor({})
    expect(await comment(github)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('none of these files exists'),
    })
    symlinkSync('/proc/self/environ', join(cwd, 'diff.md'))
    expect(await comment(github)).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a file') })
  })
})

test('a comment is never longer than GitHub allows, for any reports', () => {
  const line = fc.constantFrom('text', '```', '<details><summary>x</summary>', '</details>', 'x'.repeat(3000), '')
  const report = fc.array(line, { maxLength: 60 }).map(lines => lines.join('\n'))
  fc.assert(
    fc.property(fc.array(report, { minLength: 1, maxLength: 3 }), reports => {
      const body = composeComment(marker, reports) ?? ''
      expect(body === '').toBe(reports.join('').trim() === '')
      expect(body.length).toBeLessThanOrEqual(65_536)
      const told = body === '' || reports.join('').length > 60_000 ? [] : reports
      for (const text of told) expect(body).toContain(text.trim())
    }),
    { numRuns: 300 },
  )
})

test('a thousand long reports do not exceed the length of a comment', () => {
  const reports = Array.from({ length: 1000 }, (_none, index) => `report ${index}\n`.repeat(100))
  expect((composeComment(marker, reports) ?? '').length).toBeLessThanOrEqual(65_536)
})

test('two long reports are truncated at their ends, and a short one is complete', () => {
  const long = (word: string) => `${word} begins\n${'<details>\n\n```\nx\n```\n\n</details>\n\n'.repeat(3000)}`
  const body = composeComment(marker, [long('one'), 'short', long('two')]) ?? ''
  expect(body.length).toBeLessThanOrEqual(65_536)
  expect(body.length).toBeGreaterThan(60_000)
  for (const word of ['one begins', '\nshort\n', 'two begins']) expect(body).toContain(word)
  expect(body.match(/<details>/g)?.length).toBe(body.match(/<\/details>/g)?.length)
  expect((body.match(/^```/gm)?.length ?? 1) % 2).toBe(0)
  expect(body.match(/Truncated/g)).toHaveLength(2)
})
