/** A comment on a pull request. */
export interface HostComment {
  readonly id: number
  readonly body: string
}

/** The comments on one pull request, as far as a report needs them. */
export interface CommentHost {
  /** "GitHub". */
  readonly title: string
  /** Never to stand in a comment. */
  readonly token: string
  /** The first comment of our own account that begins with this line; undefined where there is none. */
  find(marker: string): Promise<HostComment | undefined>
  create(body: string): Promise<void>
  change(id: number, body: string): Promise<void>
}

/** What a host is known by: the environment of a run. */
export interface HostSetting {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The number of the pull request, where a person names it. */
  readonly pullRequest?: number
  readonly signal: AbortSignal
}
