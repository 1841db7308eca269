/** What may hold a secret or a customer's words, each with what stands in its place. */
const hidden: readonly (readonly [RegExp, string])[] = [
  // A path may be a secret, too, as webhook addresses often are.
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@"'`]*@)?([^\s/?#"'`)]+)[^\s"'`)]*/gi, '$1$2/…'],
  [/\b(basic|bearer|digest|negotiate)\s+[^\s"',;]+/gi, '$1 …'],
  [/\b(?:sk|pk|whsec|xox[a-z]|gh[a-z])[_-][\w-]{6,}/gi, '…'],
  [/[^\s"'`<>(),:;=]+@[^\s"'`<>(),:;=]+/g, '…'],
  // What others quote is what they were sent. Our own messages quote names.
  [/"(?:[^"\\]|\\.)*"/g, '"…"'],
  [/'(?:[^'\\]|\\.)*'/g, "'…'"],
  [/\b[\w+/=-]{24,}/g, '…'],
]

/** A text as a log may hold it: without addresses' paths, credentials, quotations and whatever looks like a key. */
export function redact(text: string): string {
  return hidden.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text.slice(0, 500))
}
