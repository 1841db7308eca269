/** The word that makes a comment ours. */
export const suppressionWord = 'scenewright-ignore'

const form = new RegExp(`^\\s*${suppressionWord}(?:\\s+([^\\s:]+))?\\s*(?::\\s*(.*?))?\\s*$`)

/** What a comment suppresses, and why; undefined for any other comment. Its marks are taken off already. */
export function readSuppressionForm(comment: string): { readonly rule: string; readonly reason: string } | undefined {
  const match = form.exec(comment)
  return match === null ? undefined : { rule: match[1] ?? '', reason: match[2] ?? '' }
}
