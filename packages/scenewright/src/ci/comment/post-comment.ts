import { OperationError } from '@scenewright/model'
import type { CommentHost } from './comment-host.ts'
import { commentMarker, composeComment, emptyComment } from './compose-comment.ts'

/** What has become of the comment; `silent`: there was nothing to say, and nothing was said before. */
export type CommentOutcome = 'created' | 'updated' | 'unchanged' | 'silent'

/**
 * Brings the one comment of this name to what the reports say. Where none of them has anything to say, an earlier comment
 * says so, and no new one is written. What the host refuses is an OperationError.
 */
export async function postComment(
  host: CommentHost,
  { name, reports }: { readonly name: string; readonly reports: readonly string[] },
): Promise<CommentOutcome> {
  const marker = commentMarker(name)
  const said = composeComment(marker, reports)
  const body = said ?? emptyComment(marker)
  if (body.includes(host.token)) {
    throw new OperationError('usage', `the reports hold the token for ${host.title}, so nothing is sent`, {
      help: 'withdraw the token, and see how it came there',
    })
  }
  const earlier = await host.find(marker)
  if (earlier === undefined && said === undefined) return 'silent'
  if (earlier === undefined) {
    await host.create(body)
    return 'created'
  }
  if (isSame(earlier.body, body)) return 'unchanged'
  await host.change(earlier.id, body)
  return 'updated'
}

/** A host may keep other line ends, and no space at the end. */
function isSame(kept: string, body: string): boolean {
  return kept.replaceAll('\r\n', '\n').trim() === body.trim()
}
