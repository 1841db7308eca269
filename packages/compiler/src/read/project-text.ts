import { join } from 'node:path'
import { readSource } from './read-source.ts'

/** The text of a project's file, to show a part of it; empty where there is none that could be shown. */
export function readProjectText(root: string, file: string): string {
  const read = readSource(join(root, file))
  return 'text' in read ? read.text : ''
}
