import { repositoryFolder } from '../../../render/repository-folder.ts'
import type { Invocation } from '../../../shell/command.ts'
import { endedBySignals } from '../../../shell/signals.ts'
import type { DiffReport } from './format.ts'
import { type DiffFormatName, diffFormats } from './index.ts'
import { summaryText } from './text.ts'

/** The report to print, and the print options. */
interface DiffToPrint {
  readonly report: DiffReport
  readonly format: DiffFormatName
  /** The base folder of places, absolute. */
  readonly root: string
}

/** Prints a diff: the format to standard output, the summary for people to standard error. */
export async function printDiff({ terminal, env }: Invocation, { report, format, root }: DiffToPrint): Promise<void> {
  const render = await diffFormats[format]()
  const context = { folder: repositoryFolder(root, env), color: terminal.color.out }
  // A page of hundreds of flows takes seconds.
  terminal.out(endedBySignals(process, () => render(report, context)))
  terminal.err(summaryText(report, terminal.color.err))
}
