import { importModule, workerEntry } from '../bin-files.ts'
import type { Invocation, Surroundings } from './command.ts'
import { build } from './installation.ts'
import { endedBySignals } from './signals.ts'
import { progressLine } from './terminal.ts'

/** The input of a command in this environment. */
export function createInvocation(surroundings: Surroundings): Invocation {
  const { terminal } = surroundings
  const progress = progressLine(terminal)
  return {
    ...surroundings,
    build,
    workerEntry,
    importModule,
    endedBySignals: work => endedBySignals(process, work),
    notify: line => terminal.err(`${line}\n`),
    showProgress: text => progress.show(text),
    async showFindings(findings, root) {
      // It reads sources, which most commands never do.
      const { findingsText } = await import('../render/findings-text.ts')
      terminal.err(findingsText(findings, root, terminal.color.err))
    },
  }
}
