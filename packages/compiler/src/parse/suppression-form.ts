/** The word that marks our comments. */
export const suppressionWord = 'scenewright-ignore'

const beginning = new RegExp(`^([\\s#/]*)${suppressionWord}\\b`)
// Each part begins with a character that the part before it excludes, so that no long comment takes quadratic time.
const form = /^(?:\s+([^\s:]+))?\s*(?::([\s\S]*))?$/
const lineBreak = /[\n\r\u2028\u2029]/

/**
 * Reads the rule and the reason from a suppression comment without its marks; undefined for any other comment. Both are
 * empty if they do not have the form `rule: reason`.
 */
export function readSuppressionForm(comment: string): { readonly rule: string; readonly reason: string } | undefined {
  const [begun, marks = ''] = beginning.exec(comment) ?? []
  if (begun === undefined) return undefined
  // `## scenewright-ignore` has a mark too many.
  if (/\S/.test(marks)) return { rule: '', reason: '' }
  const [, rule = '', reason = ''] = form.exec(comment.slice(begun.length).trimEnd()) ?? []
  const text = reason.trim()
  return lineBreak.test(text) ? { rule: '', reason: '' } : { rule, reason: text }
}
