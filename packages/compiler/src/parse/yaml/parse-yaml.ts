import type { FrontEnd, ParsedSource, Rewriting, SourceNode } from '../source-tree.ts'
import { readPlainYaml } from './plain/read-plain-yaml.ts'

/** The front end of YAML 1.2: a fast reader for plain texts; the YAML library, loaded on demand, for all others. */
export const parseYaml: FrontEnd = async input => {
  const node = readPlainYaml(input.text)
  if (node !== undefined) return parsed(node)
  const { parseAnyYaml, readRoots } = await import('./parse-any-yaml.ts')
  const reread = (text: string) => readRoots({ ...input, text })
  return { ...parseAnyYaml(input), rewriting: { language: 'yaml', reread } }
}

const rewriting: Rewriting = {
  language: 'yaml',
  reread: text => {
    const node = readPlainYaml(text)
    return node === undefined ? [] : [{ node }]
  },
}

function parsed(node: SourceNode): ParsedSource {
  return { roots: [{ node }], problems: [], suppressions: [], rewriting }
}
