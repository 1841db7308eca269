import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compileProject, openProject } from '@scenewright/compiler'
import type { ProjectConfig } from '@scenewright/model'
import { type CheckReport, check } from '../src/index.ts'

/** Compiles and checks all scenarios of a folder as one project. It may hold the project file `config.yaml`. */
export async function checkFolder(root: string): Promise<CheckReport> {
  const configFile = existsSync(join(root, 'config.yaml')) ? 'config.yaml' : null
  const project = await openProject({ cwd: root, ...(configFile === null ? {} : { configPath: configFile }) })
  const config: ProjectConfig = { ...project.config, sources: ['.'] }
  return check(await compileProject({ ...project, root, config }), config, { configFile })
}
