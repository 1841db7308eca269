import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compileProject, readProjectText } from '@scenewright/compiler'
import type { Invocation } from '../command.ts'
import { boundScenarios } from './bound-scenarios.ts'
import { compileSources } from './compile-sources.ts'
import { readDocuments } from './read-documents.ts'
import { settingsNow } from './side-settings.ts'
import { type Side, type Sides, wholeSides } from './sides.ts'
import { isNamedBy, keyTexts, type PartialSide, withSoleKeys } from './sole-keys.ts'
import { differingSources, openSourceFolder, type SourceFolder } from './source-folder.ts'

/** Reads two folders of sources, of compiled documents, or one of each. Sources that are the same in both are left out. */
export async function folderSides(invocation: Invocation, base: string, head: string): Promise<Sides> {
  const [before, after] = [await openFolder(invocation, base), await openFolder(invocation, head)]
  if ('project' in before && 'project' in after) return sourceSides(invocation, before, after)
  const sides = { base: await wholeSide(invocation, before), head: await wholeSide(invocation, after) }
  const whole = async () => {
    const { sources } = 'project' in after ? await compileProject(after.project) : { sources: [] }
    return wholeSides(
      sides,
      [],
      sources.flatMap(({ tests }) => tests ?? []),
    )
  }
  return { ...sides, whole }
}

interface NamedFolder extends SourceFolder {
  readonly name: string
}

async function openFolder({ cwd }: Invocation, name: string): Promise<Side | NamedFolder> {
  const folder = await openSourceFolder(cwd, resolve(cwd, name), true)
  return folder.names.size > 0 ? { ...folder, name } : { name, scenarios: await readDocuments(cwd, name) }
}

async function wholeSide(invocation: Invocation, opened: Side | NamedFolder): Promise<Side> {
  if (!('project' in opened)) return opened
  const { name, project } = opened
  const { sources } = await compileProject(project)
  return { name, scenarios: boundScenarios(invocation, { name, sources }) }
}

async function sourceSides(invocation: Invocation, before: NamedFolder, after: NamedFolder): Promise<Sides> {
  const differing = differingSources(before, after)
  const [base, head] = [
    await partialSide(invocation, before, differing.base),
    await partialSide(invocation, after, differing.head),
  ]
  const { notes, ...scenarios } = await withSoleKeys({ base, head })
  const sides = {
    base: { ...scenarios.base, ...(await projectFiles(before)) },
    head: { ...scenarios.head, ...(await projectFiles(after)) },
  }
  const whole = async () => {
    const { name, project } = after
    const { sources } = await compileProject(project)
    const all = boundScenarios(invocation, { name, sources })
    return wholeSides(
      sides,
      all,
      sources.flatMap(({ tests }) => tests ?? []),
    )
  }
  return { ...sides, notes, whole }
}

/** A folder that neither is a project nor lies in one has the settings of whoever compares it. */
async function projectFiles({ project, prefix }: NamedFolder): Promise<Pick<Side, 'settings' | 'readFile'>> {
  if (project.configFile === null && prefix !== '') return {}
  const readFile = async (name: string) =>
    existsSync(join(project.root, name)) ? readProjectText(project.root, name) : undefined
  return { settings: await settingsNow(project), readFile }
}

async function partialSide(
  invocation: Invocation,
  { name, project, prefix, names }: NamedFolder,
  paths: readonly string[],
): Promise<PartialSide> {
  const sources = await compileSources(project, paths)
  return {
    name,
    scenarios: boundScenarios(invocation, { name, sources }),
    async holdersOf(keys) {
      const texts = keyTexts(keys)
      const isNamed = isNamedBy(keys)
      const saysKey = (file: string) => {
        const text = readProjectText(project.root, file)
        return texts.some(each => text.includes(each))
      }
      const left = new Set([...names].map(each => prefix + each))
      for (const path of paths) left.delete(path)
      return compileSources(
        project,
        [...left].filter(file => isNamed(file) || saysKey(file)),
      )
    },
  }
}
