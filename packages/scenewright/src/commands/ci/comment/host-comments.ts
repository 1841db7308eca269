import { isObject } from '@scenewright/model'
import type { CommentHost, HostComment } from './comment-host.ts'
import { callHost, type HostAnswer, type HostApi } from './host-api.ts'

/** The maximum number of pages of a hundred to search. */
const maxPages = 100

/** The endpoints of a host for comments on a pull request. Paths are relative to the API's address, without a query. */
export interface CommentList {
  /** For listing and creating them. */
  readonly path: string
  /** The request that updates the text of a comment. */
  readonly change: { readonly method: 'PATCH' | 'PUT'; readonly path: (id: number) => string }
  /** The field with the author of a comment. */
  readonly author: 'user' | 'author'
  /** Resolves with a test for our own account's comments: anybody can begin a comment with the same line. */
  authorTest(api: HostApi): Promise<(comment: ListedComment) => boolean>
  hasNext(answer: HostAnswer): boolean
}

/** The comments on one pull request, by the API of a host. */
export function hostComments(api: HostApi, list: CommentList): CommentHost {
  const { path, change } = list
  return {
    title: api.title,
    token: api.token,
    find: marker => findComment(api, list, marker),
    async create(body) {
      await callHost(api, { method: 'POST', path, content: { body } })
    },
    async change(id, body) {
      await callHost(api, { method: change.method, path: change.path(id), content: { body } })
    },
  }
}

/** Searches all comments, page by page, for the first of ours that begins with this line. */
async function findComment(
  api: HostApi,
  { path, author, authorTest, hasNext }: CommentList,
  marker: string,
): Promise<HostComment | undefined> {
  const isOurs = await authorTest(api)
  for (let page = 1; page <= maxPages; page += 1) {
    const answer = await callHost(api, { method: 'GET', path: `${path}?per_page=100&page=${page}` })
    const ours = readComments(answer.value, author).find(each => each.body.startsWith(marker) && isOurs(each))
    if (ours !== undefined) return { id: ours.id, body: ours.body }
    if (!hasNext(answer)) return undefined
  }
  return undefined
}

/** A comment in the form of GitHub or GitLab, with its author. */
export interface ListedComment extends HostComment {
  readonly author: { readonly login?: unknown; readonly type?: unknown; readonly id?: unknown }
}

/** The comments on one page of a list. Invalid entries are left out. */
function readComments(value: unknown, author: 'user' | 'author'): readonly ListedComment[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => {
    if (!isObject(item) || typeof item.id !== 'number' || typeof item.body !== 'string') return []
    const by = item[author]
    return [{ id: item.id, body: item.body, author: isObject(by) ? by : {} }]
  })
}
