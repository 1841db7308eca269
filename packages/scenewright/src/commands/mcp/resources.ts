import { readFileSync } from 'node:fs'
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { rules } from '@scenewright/checker'
import { readTestedSources } from '@scenewright/workspace'
import { toolkitPage } from '../../render/rule-page.ts'
import type { AgentProject } from './agent-project.ts'
import { adviceOf } from './answers.ts'

/** What an agent may read, by name and the template of its address. */
interface ReadableKind {
  readonly address: string
  readonly description: string
  readonly mimeType: string
  /** The text with a name; undefined if there is none. */
  read(project: AgentProject, name: string): Promise<string | undefined>
  /** All names. */
  names(project: AgentProject): Promise<readonly string[]>
}

const schemaNames = ['scenario', 'config', 'conversation-test']

const kinds: { readonly [name: string]: ReadableKind } = {
  rule: {
    address: 'scenewright://rules/{+name}',
    description: 'The page of a rule: what it finds, why, and how to fix it',
    mimeType: 'text/markdown',
    names: async () => rules.map(({ id }) => id),
    read: async (_project, name) => (rules.some(({ id }) => id === name) ? toolkitPage(name) : undefined),
  },
  schema: {
    address: 'scenewright://schemas/{+name}',
    description: 'The JSON Schema of the sources: scenario, config or conversation-test',
    mimeType: 'application/json',
    names: async () => schemaNames,
    read: async (_project, name) => (schemaNames.includes(name) ? schemaText(name) : undefined),
  },
  scenario: {
    address: 'scenewright://scenarios/{+name}',
    description: 'A scenario as it is imported into the service, by its key',
    mimeType: 'application/json',
    names: async project => (await scenariosOf(project)).map(({ key }) => key),
    async read(project, name) {
      const found = (await scenariosOf(project)).find(({ key }) => key === name)
      return found && JSON.stringify(found.document)
    },
  },
}

const maxNames = 100

/** Adds the pages of rules, the schemas, and the compiled scenarios. */
export function addResources(server: McpServer, project: AgentProject): void {
  for (const [name, { address, description, mimeType, names, read }] of Object.entries(kinds)) {
    const complete = async (beginning: string) => {
      const all = await names(project).catch(error => (adviceOf(error) === undefined ? Promise.reject(error) : []))
      return all.filter(each => each.startsWith(beginning)).slice(0, maxNames)
    }
    const template = new ResourceTemplate(address, { list: undefined, complete: { name: complete } })
    server.registerResource(name, template, { description, mimeType }, async (uri, variables) => {
      const text = await read(project, decoded(String(variables.name))).catch(error => {
        throw new Error(adviceOf(error)?.join('\n') ?? String(error), { cause: error })
      })
      if (text === undefined) throw new ResourceNotFoundError(uri.href)
      return { contents: [{ uri: uri.href, mimeType, text }] }
    })
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // No name is written like that.
    return name
  }
}

async function scenariosOf({ invocation, options }: AgentProject) {
  return (await readTestedSources(invocation, options)).scenarios
}

function schemaText(name: string): string {
  return readFileSync(new URL(`./schemas/${name}.schema.json`, import.meta.url), 'utf8')
}
