import type { ts } from 'ts-morph'
import { authoringMembers, authoringModule } from '../builtin/authoring.ts'
import { globalValue } from '../builtin/globals.ts'
import { refuse } from './refusal.ts'
import { lookUp } from './scope.ts'
import type { Scope, Value } from './value.ts'

/** Returns the value of a name: one of the source, of an imported file, or one of the few global names. */
export function evaluateIdentifier(node: ts.Identifier, scope: Scope): Value {
  const mark = { node, frame: scope.frame }
  return lookUp(node.text, scope, mark) ?? globalValue(node.text, mark) ?? unknown(node, scope)
}

function unknown(node: ts.Identifier, { frame }: Scope): never {
  return refuse({ node, frame }, `"${node.text}" is not defined: a source is evaluated, not run`, helpFor(node.text))
}

function helpFor(name: string): { help?: string } {
  if (Object.hasOwn(authoringMembers, name)) return { help: `Import it from "${authoringModule}".` }
  if (name === 'process') return { help: 'Put values that differ between environments in the config.' }
  if (name === 'Date') return { help: 'A source must always produce the same document.' }
  return {}
}
