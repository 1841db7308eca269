/** What a report in markdown is of: of a diff, or of the plan for an environment. */
interface ReportSubject {
  readonly kind: 'diff' | 'plan'
  readonly name?: string
}

/**
 * The first line of a report in markdown, which nobody sees: what it is of, and whether it says that nothing changes. By
 * it `ci comment` knows what not to bother anybody with.
 */
export function reportMarker({ kind, name }: ReportSubject, isUnchanged: boolean): string {
  const subject = name === undefined ? kind : `${kind} ${name.replace(/[^\w-]/g, '')}`
  return `<!-- scenewright:${subject}${isUnchanged ? ': unchanged' : ''} -->`
}

/** Whether a report says that nothing changes; one of another program never does, unless it is empty. */
export function saysNothing(text: string): boolean {
  return text.trim() === '' || /^<!-- scenewright:[\w -]+: unchanged -->\r?\n/.test(text)
}
