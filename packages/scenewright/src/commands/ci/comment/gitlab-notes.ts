import { type CommentHost, type HostSetting, runVariable, tokenVariable } from './comment-host.ts'
import { callHost, fieldOf, type HostApi } from './host-api.ts'
import { hostComments, type ListedComment } from './host-comments.ts'

/** The notes on a merge request of GitLab, with the variables of a pipeline and a token of the project. */
export function gitlabNotes({ env, pullRequest, signal }: HostSetting): CommentHost {
  const project = runVariable(env, 'CI_PROJECT_ID', /^\d+$/)
  const request = pullRequest ?? runVariable(env, 'CI_MERGE_REQUEST_IID', /^\d+$/)
  const notes = `/projects/${project}/merge_requests/${request}/notes`
  // The token of a job can read notes, but not write them.
  const token = tokenVariable(env, 'SCENEWRIGHT_GITLAB_TOKEN', 'set it to a project access token with the scope `api`')
  const api: HostApi = {
    title: 'GitLab',
    url: runVariable(env, 'CI_API_V4_URL', /./),
    headers: { 'private-token': token },
    token,
    tokenHelp: 'SCENEWRIGHT_GITLAB_TOKEN must be an unexpired project access token with the scope `api`',
    signal,
  }
  return hostComments(api, {
    path: notes,
    change: { method: 'PUT', path: id => `${notes}/${id}` },
    author: 'author',
    authorTest,
    hasNext: ({ headers }) => /^\d+$/.test(String(headers['x-next-page'] ?? '')),
  })
}

async function authorTest(api: HostApi): Promise<(comment: ListedComment) => boolean> {
  const { value } = await callHost(api, { method: 'GET', path: '/user' })
  const id = fieldOf(value, 'id')
  return ({ author }) => id !== undefined && author.id === id
}
