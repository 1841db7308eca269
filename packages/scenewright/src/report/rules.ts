import { rules } from '@scenewright/checker'
import { docsOf } from '@scenewright/model'
import { painter } from '../terminal/paint.ts'
import { json } from './json.ts'

/** Every rule with its level and what it finds. */
export function rulesText(color: boolean): string {
  const paint = painter(color)
  const width = Math.max(...rules.map(({ id }) => id.length))
  return rules
    .map(({ id, level, summary }) => `${paint('bold', id.padEnd(width))}  ${level.padEnd(7)}  ${summary}\n`)
    .join('')
}

/** The same for programs. */
export function rulesJson(): string {
  return json({ rules: rules.map(({ id, level, summary }) => ({ id, level, summary, docs: docsOf(id) })) })
}
