import { McpServer } from '@modelcontextprotocol/server'
import { InternalError } from '@scenewright/model'
import { version } from '../../shell/installation.ts'
import type { AgentProject } from './agent-project.ts'
import { adviceOf } from './answers.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import { tools } from './tools/index.ts'
import type { Tool } from './tools/tool.ts'

const instructions =
  'Scenewright: scenarios of a question-answering bot as code. Call overview, then check. Edit a source with your own tools or propose_edit, then check, test, ask, diff. Deploying is for people.'

/** For forms that a server shows to the user. This one shows none, so it does without the library for them. */
const jsonSchemaValidator = {
  getValidator(): never {
    throw new InternalError('the server shows no form')
  },
}

/** Creates a server of the Model Context Protocol for a project. Tools that write exist only if edits are allowed. */
export function createServer(project: AgentProject, { allowEdit }: { readonly allowEdit: boolean }): McpServer {
  const server = new McpServer({ name: 'scenewright', version }, { instructions, jsonSchemaValidator })
  const inTurn = createQueue()
  for (const tool of tools) {
    if (tool.writes && !allowEdit) continue
    const { name, description, input: inputSchema, output: outputSchema, writes = false } = tool
    const annotations = { readOnlyHint: !writes, destructiveHint: writes, idempotentHint: true, openWorldHint: false }
    server.registerTool(name, { description, inputSchema, outputSchema, annotations }, (input, { mcpReq }) =>
      inTurn(() => {
        mcpReq.signal.throwIfAborted()
        return call(tool, cancellable(project, mcpReq.signal), input)
      }),
    )
  }
  addResources(server, project)
  addPrompts(server)
  return server
}

/** The project for one call, whose work ends when the client cancels the call. */
function cancellable(project: AgentProject, cancelled: AbortSignal): AgentProject {
  const { invocation } = project
  return { ...project, invocation: { ...invocation, signal: AbortSignal.any([invocation.signal, cancelled]) } }
}

async function call(tool: Tool, project: AgentProject, input: Record<string, unknown>) {
  try {
    const answer = await tool.run(project, input)
    return { content: [text(answer)], structuredContent: answer }
  } catch (error) {
    const said = adviceOf(error)
    if (said === undefined) throw error
    return { content: [text({ error: said[0], ...(said[1] !== undefined && { help: said[1] }) })], isError: true }
  }
}

function text(value: object) {
  return { type: 'text' as const, text: JSON.stringify(value) }
}

/** Runs one call after the other: they share the cache and the prepared bot. */
function createQueue(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const done = last.then(work, work)
    last = done.catch(() => {})
    return done
  }
}
