/** The word that marks our comments. */
export const suppressionWord = 'scenewright-ignore'

const beginning = new RegExp(`^\\s*${suppressionWord}\\b`)
const form = new RegExp(`^\\s*${suppressionWord}(?:\\s+([^\\s:]+))?\\s*(?::\\s*(.*?))?\\s*$`)

/**
 * Reads the rule and the reason from a suppression comment without its marks; undefined for any other comment. Both are
 * empty if they do not have the form `rule: reason`.
 */
export function readSuppressionForm(comment: string): { readonly rule: string; readonly reason: string } | undefined {
  if (!beginning.test(comment)) return undefined
  const [, rule = '', reason = ''] = form.exec(comment) ?? []
  return { rule, reason }
}
