import type { HostComment } from './comment-host.ts'
import { isObject } from './json-value.ts'

/** A comment as a host lists it, and who has written it: as GitHub, or as GitLab names people. */
export interface ListedComment extends HostComment {
  readonly author: { readonly login?: unknown; readonly type?: unknown; readonly id?: unknown }
}

/** The comments of one page of a list. What is none is left out. */
export function readComments(value: unknown, author: 'user' | 'author'): readonly ListedComment[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => {
    if (!isObject(item) || typeof item.id !== 'number' || typeof item.body !== 'string') return []
    const by = item[author]
    return [{ id: item.id, body: item.body, author: isObject(by) ? by : {} }]
  })
}
