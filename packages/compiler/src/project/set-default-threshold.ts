import { isDeepStrictEqual } from 'node:util'
import { isObject } from '@scenewright/model'
import { lineEndOf } from '@scenewright/model/text'

/**
 * Sets the default `min_confidence` of all scenarios in the text of a config, and leaves every other character
 * unchanged. Undefined if that is not possible safely.
 */
export async function setDefaultThreshold(text: string, value: number): Promise<string | undefined> {
  // Loaded here: it is slow to load, and only few commands write a config.
  const { parseDocument, isMap, isScalar } = await import('yaml')
  const before = parseDocument(text)
  const config: unknown = before.errors.length > 0 ? undefined : (before.toJS() ?? {})
  if (!isObject(config)) return undefined
  const holder = before.getIn(['scenarios'], true)
  const present = before.getIn(['scenarios', 'min_confidence'], true)
  const replaced = (range: readonly number[] | null | undefined, inserted: string) =>
    range ? text.slice(0, range[0]) + inserted + text.slice(range[1]) : undefined
  let edited: string | undefined
  if (isScalar(present)) edited = replaced(present.range, String(value))
  else if (isMap(holder) && holder.items.length === 0) edited = replaced(holder.range, `{ min_confidence: ${value} }`)
  else if (holder === undefined) edited = appended(text, value)
  if (edited === undefined) return undefined
  const after = parseDocument(edited)
  const scenarios = { ...(isObject(config.scenarios) ? config.scenarios : {}), min_confidence: value }
  return after.errors.length === 0 && isDeepStrictEqual(after.toJS(), { ...config, scenarios }) ? edited : undefined
}

function appended(text: string, value: number): string {
  const eol = lineEndOf(text)
  const gap = text === '' || text.endsWith('\n') ? '' : eol
  return `${text}${gap}scenarios:${eol}  min_confidence: ${value}${eol}`
}
