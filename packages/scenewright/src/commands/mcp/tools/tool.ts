import type { CheckReport } from '@scenewright/checker'
import type { Finding } from '@scenewright/model'
import { z } from 'zod'
import type { AgentProject } from '../agent-project.ts'
import { clip } from '../answers.ts'

/** A tool for agents. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string
  /** For the model that selects tools. */
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** Whether it writes files: such a tool exists only if the user allows it. */
  readonly writes?: true
  run(project: AgentProject, input: z.output<Input>): Promise<z.input<Output>>
}

/** Types a tool by its schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): Tool {
  // The server passes only what the schema of the same tool accepts.
  return tool as unknown as Tool
}

/** The input `cursor` of tools with long lists. */
export const cursor = z.string().max(40).optional().describe('next_cursor of the previous page')

/** The input `paths` of tools that can be limited to a part of the project. */
export const paths = z.array(z.string().max(400)).max(20).optional().describe('files or folders')

/** The output `next_cursor`. */
export const nextCursor = z.string().optional()

export const findingShape = z.object({
  rule: z.string(),
  severity: z.string(),
  file: z.string(),
  line: z.int(),
  column: z.int(),
  message: z.string(),
  help: z.string().optional(),
  fix: z.string().optional(),
})

/** A finding for an agent: where and why, and what `check --fix` would do. */
export function findingForAgent({ rule, severity, file, range, message, help, fixes }: Finding) {
  return clip({
    rule,
    severity,
    file,
    line: range.start.line,
    column: range.start.column,
    message,
    ...(help !== undefined && { help }),
    ...(fixes[0] && { fix: fixes[0].title }),
  })
}

export const countsShape = z.object({ errors: z.int(), warnings: z.int(), infos: z.int() })

/** The numbers of findings. */
export function countsOf({ summary: { errors, warnings, infos } }: CheckReport) {
  return { errors, warnings, infos }
}
