import { findBase, openRepository } from '@scenewright/workspace/git'
import type { Invocation } from '../../shell/command.ts'

/** The name of the revision that changes are compared with by default; undefined without git, or without a commit. */
export async function nameDefaultBase({ env, signal, cwd }: Invocation, root: string): Promise<string | undefined> {
  try {
    const repository = await openRepository({ env, signal, folder: root })
    return (await findBase(repository, { cwd })).name
  } catch {
    return undefined
  }
}
