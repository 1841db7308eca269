import { join } from 'node:path'
import { OperationError } from '@scenewright/model'
import { readSource } from '../read/read-source.ts'
import type { ProjectData } from './open-project.ts'
import { readConfig } from './read-config.ts'

/** An error in the field or item at `path` in a config. */
export interface ConfigFlaw {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly help?: string
}

/**
 * The error for a problem in a project's config, at its place. It reads the config again, because a worker thread that
 * finds the problem does not have the text.
 */
export async function findConfigFault({ root, configFile }: ProjectData, flaw: ConfigFlaw): Promise<OperationError> {
  const { path, message, help } = flaw
  const read = configFile === null ? undefined : readSource(join(root, configFile))
  if (configFile === null || read === undefined || !('text' in read)) {
    return new OperationError('config', message, help === undefined ? {} : { help })
  }
  const { fault } = await readConfig(root, configFile, read.text)
  return fault(path, message, help)
}
