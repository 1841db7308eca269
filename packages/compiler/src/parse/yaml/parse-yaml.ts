import type { FrontEnd } from '../source-tree.ts'
import { readPlainYaml } from './plain/read-plain-yaml.ts'

/** The front end of YAML 1.2: quick for what is written plainly; the YAML library, loaded when it is needed, for the rest. */
export const parseYaml: FrontEnd = async input => {
  const node = readPlainYaml(input.text)
  if (node !== undefined) return { roots: [{ node }], problems: [], suppressions: [] }
  return (await import('./parse-any-yaml.ts')).parseAnyYaml(input)
}
