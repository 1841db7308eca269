/** The word that marks our comments. */
export const suppressionWord = 'scenewright-ignore'

const form = new RegExp(`^\\s*${suppressionWord}(?:\\s+([^\\s:]+))?\\s*(?::\\s*(.*?))?\\s*$`)

/** Reads the rule and the reason from a suppression comment without its marks; undefined for any other comment. */
export function readSuppressionForm(comment: string): { readonly rule: string; readonly reason: string } | undefined {
  const match = form.exec(comment)
  return match === null ? undefined : { rule: match[1] ?? '', reason: match[2] ?? '' }
}
