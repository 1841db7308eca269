import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileProject, openProject } from '@scenewright/compiler'
import type { ProjectConfig } from '@scenewright/model/config'
import { type CheckReport, check, type Rename } from '../src/index.ts'

/**
 * Compiles and checks all sources of a folder as one project, as the examples of a rule. It may hold the project file
 * `config.yaml`, and in `renames.yaml` what has another key than before. What the triggers lack is passed over where the rule has nothing to do with them.
 */
export async function checkFolder(root: string, rule: string): Promise<CheckReport> {
  const configFile = existsSync(join(root, 'config.yaml')) ? 'config.yaml' : null
  const project = await openProject({ cwd: root, ...(configFile === null ? {} : { configPath: configFile }) })
  const { suppressPlaces } = project
  const general: ProjectConfig['rules'] = rule.startsWith('trigger/') ? {} : { 'trigger/*': 'off' }
  const rules = { ...general, ...project.config.rules }
  const config: ProjectConfig = { ...project.config, rules, sources: ['.'] }
  return check(await compileProject({ ...project, root, config }), config, { suppressPlaces, renames: renamesIn(root) })
}

/** A line each: `- { from: old/key, to: new/key }`. */
function renamesIn(root: string): readonly Rename[] {
  const path = join(root, 'renames.yaml')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return Array.from(text.matchAll(/^- \{ from: (\S+), to: (\S+) \}$/gm), ([, from = '', to = '']) => ({ from, to }))
}
