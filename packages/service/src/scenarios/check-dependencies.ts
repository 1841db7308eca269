import { Refusal } from '../http/refusal.ts'
import type { Infer } from '../schemas/infer.ts'
import type { importDocument } from '../schemas/scenario.ts'

type Dependencies = NonNullable<Infer<typeof importDocument>['dependencies']>

/** The knowledge groups and functions that a bot has: one group, and no function. */
const existing = { functions: new Set<string>(), knowledge_groups: new Set(['default']) } as const

/** Throws a Refusal 400 that lists by name what a scenario depends on and its bot does not have. */
export function checkDependencies(dependencies: Dependencies = {}): void {
  const missing = [
    ...missingOf('function', dependencies.functions, existing.functions),
    ...missingOf('knowledge group', dependencies.knowledge_groups, existing.knowledge_groups),
  ]
  if (missing.length > 0) throw new Refusal(400, `The scenario depends on what the bot lacks: ${missing.join(', ')}.`)
}

function missingOf(kind: string, wanted: readonly { readonly name: string }[] = [], present: ReadonlySet<string>) {
  return wanted.filter(({ name }) => !present.has(name)).map(({ name }) => `${kind} "${name}"`)
}
