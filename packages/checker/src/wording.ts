/** The longest name that a message shows, in UTF-16 units. */
const maxNameLength = 80

/** A name in quotes, shortened if it is long, with visible control characters. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name)
}

/** Names in quotes, in a sentence: `"a", "b" and 3 more`. */
export function quotedList(names: readonly string[], max = 4): string {
  const shown = names.length > max ? names.slice(0, max - 1) : names
  const parts = shown.map(quoted)
  if (shown.length < names.length) parts.push(`${names.length - shown.length} more`)
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

/** The help that suggests a similar name, or nothing if there is none. */
export function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Did you mean ${quoted(name)}?`
}

/** A confidence as people read it: `92.1`. */
export function confidence(scored: { readonly confidence: number } | undefined): string {
  return (scored?.confidence ?? 0).toFixed(1)
}

/** Whether a name is the same with and without quotes in YAML: words that YAML takes for other values have no slash. */
export function isPlainInYaml(name: string): boolean {
  return /^(?:[\p{L}_][\p{L}\p{N}_-]*\/[\p{L}\p{N}_/-]*|(?!(?:true|false|null|yes|no|on|off)$)[\p{L}_][\p{L}\p{N}_-]*)$/iu.test(
    name,
  )
}
