import { chargeSteps, deepen } from './budget.ts'
import { describe, excerpt } from './describe.ts'
import { refuse } from './refusal.ts'
import { replacementHelp } from './replacements.ts'
import type { Call, Value } from './value.ts'

/** Calls a function. Anything else, or an unsupported function, is refused. */
export function callValue(value: Value, call: Call): Value {
  const { site } = call
  const { run, unit } = site.frame
  if (value.kind === 'namespace') {
    return refuse(site, `"${value.name}" cannot be called in a source`, replacementHelp(`${value.name}(…)`))
  }
  if (value.kind !== 'function') {
    return refuse(site, `"${excerpt(site.node, unit.tree)}" calls ${describe(value)}, which is not a function`)
  }
  chargeSteps(site, 1)
  deepen(site.node, site.frame)
  const result = value.apply(call)
  run.depth -= 1
  return result
}
