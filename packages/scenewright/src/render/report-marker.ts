/** The subject of a markdown report: a diff, or the plan for an environment. */
interface ReportSubject {
  readonly kind: 'diff' | 'plan'
  readonly name?: string
}

/**
 * The first line of a markdown report, which is not rendered: the subject of the report, and whether nothing changes.
 * `ci comment` uses it to skip reports that need no comment.
 */
export function reportMarker({ kind, name }: ReportSubject, isUnchanged: boolean): string {
  const subject = name === undefined ? kind : `${kind} ${name.replace(/[^\w-]/g, '')}`
  return `<!-- scenewright:${subject}${isUnchanged ? ': unchanged' : ''} -->`
}

/** Whether a report says that nothing changes; never true for reports of other programs, unless they are empty. */
export function saysNothing(text: string): boolean {
  return text.trim() === '' || /^<!-- scenewright:[\w -]+: unchanged -->\r?\n/.test(text)
}
