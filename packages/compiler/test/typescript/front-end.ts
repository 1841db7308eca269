import { createPlaces } from '../../src/parse/places.ts'
import type { ParsedSource } from '../../src/parse/source-tree.ts'
import { createTypescriptFrontEnd } from '../../src/parse/typescript/parse-typescript.ts'

/** The files of a project that is nowhere but here. */
export type Files = Readonly<Record<string, string>>

/** Reads a source of these files as a project does. */
export async function parseSource(
  text: string,
  files: Files = {},
  file = 'scenarios/a.scenario.ts',
): Promise<ParsedSource> {
  const frontEnd = createTypescriptFrontEnd({
    read: name => (files[name] === undefined ? { fault: 'does not exist' } : { text: files[name] }),
  })
  return frontEnd({ text, places: createPlaces(file, text), repeatableKeys: ['flow', 'nodes'] })
}

/** The problems of a source, each as "rule line:column". */
export async function placesOf(text: string, files: Files = {}): Promise<readonly string[]> {
  const file = 'scenarios/a.scenario.ts'
  const { problems } = await parseSource(text, files, file)
  return problems.map(({ rule, span, places }) => {
    const place = (places ?? createPlaces(file, text)).place(span)
    const at = `${place.range.start.line}:${place.range.start.column}`
    return place.file === file ? `${rule} ${at}` : `${rule} ${place.file} ${at}`
  })
}

/** The plain value of an expression, evaluated as the field of a scenario; undefined if it is refused. */
export async function valueOfExpression(expression: string, before = ''): Promise<unknown> {
  const text = `import { scenario } from 'scenewright'\n${before}\nexport default scenario({ value: ${expression} })`
  const [root] = (await parseSource(text)).roots
  return root?.node.value
}
