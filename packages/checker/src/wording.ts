import { quoted } from '@scenewright/model/text'

export { didYouMean, quoted } from '@scenewright/model/text'

/** Names in quotes, in a sentence: `"a", "b" and 3 more`. */
export function quotedList(names: readonly string[], max = 4): string {
  return listed(names, max, quoted)
}

/** Names in a sentence: `a, b and 3 more`. */
export function listed(names: readonly string[], max = 4, write = (name: string) => name): string {
  const shown = names.length > max ? names.slice(0, max - 1) : names
  const parts = shown.map(write)
  if (shown.length < names.length) parts.push(`${names.length - shown.length} more`)
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
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
