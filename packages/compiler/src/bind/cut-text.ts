import { quoted } from '../format/text-style.ts'
import type { Problem } from '../parse/problem.ts'
import type { SourceField } from '../parse/source-tree.ts'
import { maxShown } from './needs-quotes.ts'
import { knownFields } from './schema-at.ts'
import type { SchemaFault } from './schema-error.ts'
import { isNodeId, typeProblem, unknownProblem } from './schema-messages.ts'

/**
 * The problem of an unknown key that continues a text without quotes: in `{ text: Yes, of course }`, "of course" is a
 * key without a value. None if the text has a problem already; undefined for any other key.
 */
export function cutTextProblems(fault: SchemaFault, yaml: string): readonly Problem[] | undefined {
  const { error, at, path, schemas } = fault
  if (at.node.kind !== 'mapping' || yaml.charAt(at.node.start) !== '{') return undefined
  const { fields } = at.node
  const index = fields.findIndex(({ slot }) => slot === error.params.additionalProperty)
  const first = fields.slice(0, index + 1).findLastIndex(field => !isBare(field)) + 1
  const owner = fields[first - 1]
  if (owner === undefined || first > index) return undefined
  const { value } = owner
  const known = knownFields(schemas)
  const isText = value.kind === 'scalar' ? typeof value.value === 'string' : known.get(owner.name)?.type === 'string'
  if (!isText || isNodeId([...path, owner.name]) || /["']/.test(yaml.charAt(value.start))) return undefined
  const [part, ...before] = fields.slice(first, index + 1).reverse()
  if (part === undefined || value.kind !== 'scalar' || before.some(({ name }) => !known.has(name))) return []
  const next = fields.findIndex((field, at) => at > index && !isBare(field))
  const end = fields.at(next === -1 ? -1 : next - 1)?.key.end ?? part.key.end
  const message = `"${owner.name}" has no quotes, so it ends at the comma before "${part.name}"`
  return [{ ...unknownProblem(fault), message, help: quoteHelp(yaml.slice(value.start, end)) }]
}

/** The problem of a text such as `{name}` or `[Ticket]`, which is a mapping or a list in YAML. */
export function bracketProblem(fault: SchemaFault, yaml: string): Problem | undefined {
  const { error, at, path } = fault
  const { node } = at
  if (![error.params.type].flat().includes('string') || isNodeId(path)) return undefined
  const isText = node.kind === 'mapping' ? node.fields.every(isBare) : node.kind === 'list' && node.items.length === 1
  const bracket = yaml.charAt(node.start)
  if (!isText || !/[[{]/.test(bracket)) return undefined
  return { ...typeProblem(fault), help: `Put a text that begins with "${bracket}" in quotes.` }
}

function isBare({ key, value }: SourceField): boolean {
  return value.start === key.end && value.end === key.end
}

function quoteHelp(text: string): string {
  return `Put the whole text in quotes${text.length > maxShown ? '' : `: ${quoted(text)}`}.`
}
