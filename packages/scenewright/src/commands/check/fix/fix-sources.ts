import { join } from 'node:path'
import { formatFiles, type Project } from '@scenewright/compiler'
import { count } from '../../../render/text.ts'
import type { Invocation } from '../../../shell/command.ts'
import { visible } from '../../../shell/terminal.ts'
import { type CheckedSources, type CheckOptions, checkSources } from '../../../workspace/check-sources.ts'
import { fixFindings } from './fix-findings.ts'

/**
 * Mends what can be mended of the sources that are asked about, brings the YAML ones into their form, says what was
 * done, and gives what is found then.
 */
export async function fixSources(
  invocation: Invocation,
  options: CheckOptions,
  paths: readonly string[],
): Promise<CheckedSources> {
  const check = () => checkSources(invocation, options, paths)
  const { checked, mended, notes } = await fixFindings(check, invocation.signal)
  const formatted = await formatAsked(checked)
  const lines = [summaryOf(mended, formatted.changed), ...notes, ...formatted.faults]
  invocation.terminal.err(lines.map(line => `${line}\n`).join(''))
  // The places of what is left have moved.
  return formatted.changed > 0 ? check() : checked
}

interface Formatted {
  readonly changed: number
  readonly faults: readonly string[]
}

async function formatAsked({ project, only }: CheckedSources): Promise<Formatted> {
  const paths = only === undefined ? [] : yamlFiles(project, only.files)
  if (only !== undefined && paths.length === 0) return { changed: 0, faults: [] }
  const files = await formatFiles(project, paths, { write: true })
  return {
    changed: files.filter(({ isChanged }) => isChanged).length,
    faults: files.flatMap(({ fault }) => fault ?? []).map(visible),
  }
}

function yamlFiles({ root }: Project, files: ReadonlySet<string>): readonly string[] {
  return [...files].filter(file => /\.ya?ml$/.test(file)).map(file => join(root, file))
}

function summaryOf(mended: ReadonlyMap<string, number>, formatted: number): string {
  const findings = [...mended.values()].reduce((sum, number) => sum + number, 0)
  const parts = [
    ...(findings > 0 ? [`${count(findings, 'finding')} fixed in ${count(mended.size, 'file')}`] : []),
    ...(formatted > 0 ? [`${count(formatted, 'file')} formatted`] : []),
  ]
  return parts.length === 0 ? 'nothing to fix' : parts.join(', ')
}
