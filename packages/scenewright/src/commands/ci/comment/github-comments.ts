import { readFile } from 'node:fs/promises'
import { OperationError } from '@scenewright/model'
import { type CommentHost, type HostSetting, runVariable, tokenVariable } from './comment-host.ts'
import { callHost, fieldOf, type HostApi, jsonValue } from './host-api.ts'
import { hostComments, type ListedComment } from './host-comments.ts'

/** The comments on a pull request of GitHub, with the token and the variables of an Actions run. */
export async function githubComments({ env, pullRequest, signal }: HostSetting): Promise<CommentHost> {
  const repository = `/repos/${runVariable(env, 'GITHUB_REPOSITORY', /^\w[\w.-]*\/(?!\.{1,2}$)[\w.-]+$/)}`
  const comments = `${repository}/issues/${pullRequest ?? (await numberInEvent(env))}/comments`
  const token = tokenVariable(env, 'GITHUB_TOKEN', 'set GITHUB_TOKEN to github.token for the step')
  const api: HostApi = {
    title: 'GitHub',
    url: env.GITHUB_API_URL || 'https://api.github.com',
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    },
    token,
    tokenHelp:
      'the job needs `permissions: { pull-requests: write }`; runs for forks have no token with write permission',
    signal,
  }
  return hostComments(api, {
    path: comments,
    change: { method: 'PATCH', path: id => `${repository}/issues/comments/${id}` },
    author: 'user',
    authorTest,
    hasNext: ({ headers }) => String(headers.link ?? '').includes('rel="next"'),
  })
}

/** The token of a job belongs to an app, which cannot query its own account: so a bot's comment is searched for. */
async function authorTest(api: HostApi): Promise<(comment: ListedComment) => boolean> {
  const { status, value } = await callHost(api, { method: 'GET', path: '/user', expected: [403] })
  const login = fieldOf(value, 'login')
  if (status === 403 || typeof login !== 'string') return ({ author }) => author.type === 'Bot'
  return ({ author }) => author.login === login
}

async function numberInEvent(env: HostSetting['env']): Promise<number> {
  const path = env.GITHUB_EVENT_PATH
  const text = path === undefined ? '' : await readFile(path, 'utf8').catch(() => '')
  const number = fieldOf(fieldOf(jsonValue(text), 'pull_request'), 'number')
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw new OperationError('usage', 'this run has no pull request', { help: 'use --pull-request <number>' })
}
