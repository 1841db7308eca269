import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '@scenewright/compiler'
import { ciHosts } from '../ci/hosts.ts'
import { installAdvice, readInstall } from '../ci/install.ts'
import { readRepository } from '../ci/read-repository.ts'
import type { Invocation } from '../command.ts'
import type { Check } from './check.ts'

/** Whether the jobs of a CI file can install scenewright from the project's lockfile; nothing where there is no such file. */
export async function ciChecks({ root }: Project, { env, signal }: Invocation): Promise<readonly Check[]> {
  const { top, folder } = await readRepository({ folder: root, env, signal })
  const paths = [...new Set(Object.values(ciHosts).flatMap(({ path }) => [path(folder), path('')]))]
  const texts = await Promise.all(paths.map(path => readFile(join(top, path), 'utf8').catch(() => '')))
  const found = paths.filter((_path, index) => texts[index]?.includes('scenewright'))
  if (found.length === 0) return []
  const { missing } = readInstall(root, top)
  const files = found.join(' and ')
  return [
    missing === undefined
      ? { name: 'CI', status: 'ok', detail: `${files}; scenewright is in the project's lockfile` }
      : { name: 'CI', status: 'missing', detail: `${files} cannot install scenewright: ${installAdvice(missing)}` },
  ]
}
