import { toErrorBody } from '../src/http/http-error.ts'
import { openApiDocument } from '../src/index.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly description?: string
  readonly 'x-local-extension'?: true
  readonly $ref?: string
}

interface Message {
  readonly description?: string
  readonly required?: boolean
  readonly content?: { readonly 'application/json': { readonly schema: Schema } }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Schema
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Message
  readonly responses: Readonly<Record<string, Message>>
  readonly 'x-local-extension'?: true
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** An operation with its method and path, as its heading names it. */
interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** One page per resource, in the order of the index. The first pattern that matches a path decides. */
const resources = [
  { name: 'bots', title: 'Bots', path: /^\/bots(?:\/[^/]+)?$|^\/gpt-versions$/, guide: '../scenarios.md' },
  { name: 'scenarios', title: 'Scenarios and versions', path: /\/scenarios\b/, guide: '../scenarios.md' },
  { name: 'functions', title: 'Functions', path: /^\/bot-tools\b/, guide: '../functions.md' },
  { name: 'knowledge', title: 'Knowledge', path: /^\/(?:knowledges|knowledge-groups)\b/, guide: '../knowledge.md' },
  { name: 'integrity', title: 'Knowledge integrity', path: /^\/knowledge-integrity\b/, guide: '../integrity.md' },
  { name: 'transfers', title: 'Knowledge transfers', path: /^\/knowledge-transfer\b/, guide: '../transfers.md' },
  { name: 'behavior-models', title: 'Behavior models', path: /^\/bot-agents\b/, guide: '../behavior-models.md' },
  { name: 'dialogues', title: 'Dialogues', path: /\/dialogues\b/, guide: '../completions.md' },
  { name: 'completions', title: 'Completions', path: /\/completion\b|^\/attachments$/, guide: '../completions.md' },
  { name: 'webhooks', title: 'Webhooks', path: /^\{webhook_url\}$/, guide: '../../webhooks.md' },
] as const

const note = '<!-- Generated from the OpenAPI document of the service: `npm run update-golden` updates it. -->'

/** The reference pages of the API in Markdown, by file name. Throws if no page includes an operation. */
export function apiReference(): ReadonlyMap<string, string> {
  const document: Document = JSON.parse(JSON.stringify(openApiDocument()))
  const entries = entriesOf(document)
  const groups = resources.map(resource => ({
    ...resource,
    entries: entries.filter(entry => pageOf(entry) === resource),
  }))
  return new Map([
    ['README.md', indexText(groups)],
    ...groups.map(group => [`${group.name}.md`, pageText(group)] as const),
  ])
}

type Group = (typeof resources)[number] & { readonly entries: readonly Entry[] }

function entriesOf({ paths, webhooks }: Document): readonly Entry[] {
  const operations = Object.entries(paths).map(([path, methods]) => [path.replace('/api/v1', ''), methods] as const)
  const events = Object.values(webhooks).map(methods => ['{webhook_url}', methods] as const)
  return [...operations, ...events].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

function pageOf({ path }: Entry): (typeof resources)[number] {
  const found = resources.find(resource => resource.path.test(path))
  if (found === undefined) throw new Error(`add a page for ${path} to the API reference`)
  return found
}

function indexText(groups: readonly Group[]): string {
  const rows = groups.flatMap(({ name, entries }) =>
    entries.map(entry => {
      const { operation } = entry
      const link = `[${headingOf(entry)}](${name}.md#${anchorOf(entry)})`
      return [link, operation.summary, operation['x-local-extension'] ? '' : 'yes']
    }),
  )
  const responses = groups.flatMap(({ entries }) =>
    entries.flatMap(({ operation }) => Object.entries(operation.responses)),
  )
  const errors = new Map(
    responses.filter(([status]) => /^[45]/.test(status)).sort(([one], [other]) => Number(one) - Number(other)),
  )
  return [
    `# API reference\n\n${note}\n`,
    'All paths are below `/api/v1`. Every operation needs HTTP Basic authorization with an e-mail address and an API key.',
    '`schemas/openapi.json` is the OpenAPI 3.1 document. A running service serves it at `/openapi.json`, without\nauthorization.\n',
    'Operations that are not in the contract are local extensions. Other installations may not have them.\n',
    '## Operations\n',
    table(['operation', 'purpose', 'in the contract'], rows),
    '## Errors\n',
    'The body of every error has the fields `statusCode`, `error` (the phrase of the status), `message` and `code`.',
    '[Requests and errors](../requests.md) has the rules for all operations, and the errors that any request can cause.\n',
    table(
      ['status', 'code', 'meaning'],
      [...errors].map(([status, { description = '' }]) => [
        status,
        `\`${toErrorBody(Number(status), '').code}\``,
        description,
      ]),
    ).trimEnd(),
    '',
  ].join('\n')
}

function pageText({ title, guide, entries }: Group): string {
  const seen = new Map<string, Entry>()
  return [
    `# ${title}\n\n${note}\n`,
    `[The guide](${guide}) explains these operations; [the index](README.md) lists all operations and errors.\n`,
    ...entries.map(entry => operationText(entry, seen)),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

/** `seen` has the tables of this page, so that each is printed once. */
function operationText(entry: Entry, seen: Map<string, Entry>): string {
  const { operation } = entry
  const statuses = Object.keys(operation.responses)
  const success = statuses.find(status => status.startsWith('2')) ?? ''
  const errors = statuses.filter(status => status !== success).join(', ')
  const extension = operation['x-local-extension'] ? ' This is a local extension.' : ''
  const body = operation.requestBody?.content?.['application/json'].schema
  return [
    `## ${headingOf(entry)}\n`,
    `${operation.summary}${extension}\n`,
    parametersText(operation.parameters),
    body &&
      fieldsText(
        operation.requestBody?.required === false ? 'Request body (optional)' : 'Request body',
        body,
        entry,
        seen,
      ),
    responseText(`Response ${success}`, operation.responses[success], entry, seen),
    errors && `Errors: ${errors}.\n`,
  ]
    .filter(Boolean)
    .join('\n')
}

function parametersText(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, in: place, required, schema }) => [
    `\`${name}\``,
    place,
    required && schema.default === undefined ? 'yes' : '',
    ...describe(schema),
  ])
  return `Parameters:\n\n${table(['name', 'in', 'required', 'type', 'limits', 'notes'], rows)}`
}

function responseText(title: string, response: Message | undefined, entry: Entry, seen: Map<string, Entry>): string {
  const schema = response?.content?.['application/json'].schema
  return schema === undefined ? `${title}: ${response?.description ?? ''}\n` : fieldsText(title, schema, entry, seen)
}

function fieldsText(title: string, schema: Schema, entry: Entry, seen: Map<string, Entry>): string {
  const [item, shape] = isList(schema) ? [schema.properties?.data?.items ?? {}, 'a page of records'] : [schema, '']
  const text = JSON.stringify(item)
  const first = seen.get(text)
  if (first === undefined) seen.set(text, entry)
  const lead =
    shape === '' ? title : `${title}, ${shape} in \`data\`, with \`meta.total\`, \`meta.skip\` and \`meta.take\``
  if (first !== undefined) return `${lead}: the same fields as for [${headingOf(first)}](#${anchorOf(first)}).\n`
  const rows = fieldsOf(item).map(({ name, isRequired, field }) => [
    `\`${name}\``,
    isRequired ? 'yes' : '',
    ...describe(field),
  ])
  return `${lead}:\n\n${table(['field', 'required', 'type', 'limits', 'notes'], rows)}`
}

function isList({ properties = {} }: Schema): boolean {
  return Object.keys(properties).join() === 'data,meta' && properties.data?.type === 'array'
}

interface Field {
  readonly name: string
  readonly isRequired: boolean
  readonly field: Schema
}

/** All fields of a schema, with those of inner objects as `outer.inner`, and those of array items as `outer[].inner`. */
function fieldsOf({ properties = {}, required = [] }: Schema, prefix = ''): readonly Field[] {
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = `${prefix}${key}`
    const own = { name, isRequired: required.includes(key), field }
    return [own, ...fieldsOf(field, `${name}.`), ...fieldsOf(field.items ?? {}, `${name}[].`)]
  })
}

/** The cells of a schema: its type, its limits and its notes. */
function describe(schema: Schema): readonly string[] {
  const extension = schema['x-local-extension'] ? 'Local extension.' : ''
  return [`\`${typeOf(schema)}\``, limitsOf(schema), [schema.description ?? '', extension].filter(Boolean).join(' ')]
}

function typeOf({ type = 'any', format, items, $ref }: Schema): string {
  if ($ref !== undefined) return 'JSON Schema'
  const names = [type].flat().map(name => (name === 'string' && format !== undefined ? format : name))
  const ofItems = items === undefined ? '' : ` of ${typeOf(items)}`
  return names.map(name => (name === 'array' ? `array${ofItems}` : name)).join(' or ')
}

function limitsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern, items, default: value } = schema
  return [
    schema.enum?.map(each => `\`${each}\``).join(', '),
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    maxItems !== undefined && `at most ${maxItems.toLocaleString('en-US')} items`,
    items && limitsOf(items) !== '' && `each: ${limitsOf(items)}`,
    pattern !== undefined && `pattern \`${pattern}\``,
    value !== undefined && `default \`${value}\``,
  ]
    .filter(Boolean)
    .join('; ')
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const [from, to] = [least?.toLocaleString('en-US'), most?.toLocaleString('en-US')]
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`
  return to !== undefined ? `at most ${to}${unit}` : from !== undefined ? `at least ${from}${unit}` : ''
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  // A column without content is left out.
  const used = head.map((_, index) => rows.some(row => row[index] !== ''))
  const line = (cells: readonly string[]) =>
    `| ${cells
      .filter((_, index) => used[index])
      .map(cell => cell.replaceAll('|', '\\|'))
      .join(' | ')} |`
  const rule = `|${used
    .filter(Boolean)
    .map(() => '---')
    .join('|')}|`
  return [line(head), rule, ...rows.map(line), ''].join('\n')
}

function headingOf({ method, path }: Entry): string {
  return `\`${method} ${path}\``
}

/** The name by which GitHub links a heading. */
function anchorOf(entry: Entry): string {
  return headingOf(entry)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}
