import type { HostComment } from './comment-host.ts'
import { callHost, type HostAnswer, type HostApi } from './host-api.ts'
import { type ListedComment, readComments } from './read-comments.ts'

/** As many pages of a hundred are looked through. */
const mostPages = 100

/** How a host lists comments. */
export interface CommentList {
  /** Below the API's address, without a query. */
  readonly path: string
  /** The field that says who has written a comment. */
  readonly author: 'user' | 'author'
  /** Whether our own account has written it: anybody could begin a comment with the line that ours begin with. */
  isOurs(comment: ListedComment): boolean
  hasNext(answer: HostAnswer): boolean
}

/** Looks through all comments, page by page, for the first of ours that begins with this line. */
export async function findComment(
  api: HostApi,
  { path, author, isOurs, hasNext }: CommentList,
  marker: string,
): Promise<HostComment | undefined> {
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await callHost(api, { method: 'GET', path: `${path}?per_page=100&page=${page}` })
    const ours = readComments(answer.value, author).find(each => each.body.startsWith(marker) && isOurs(each))
    if (ours !== undefined) return { id: ours.id, body: ours.body }
    if (!hasNext(answer)) return undefined
  }
  return undefined
}
