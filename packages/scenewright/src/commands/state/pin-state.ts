import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ConfigField, type Project, replaceFile, setInConfig } from '@scenewright/compiler'
import type { BegunState } from '@scenewright/deployer'

/** What became of the config: it says all already, it was written, or a person has to add lines. */
export type Pinned =
  | { readonly kind: 'there' }
  | { readonly kind: 'written'; readonly file: string }
  | { readonly kind: 'by-hand'; readonly lines: readonly string[] }

/** Writes into the config which state an environment has: its lineage, and its ref where it is not the usual one. */
export async function pinState(
  { root, config, configFile }: Project,
  name: string,
  begun: BegunState,
): Promise<Pinned> {
  const present = config.environments?.[name]
  const { lineage } = begun.state
  const ref = begun.home?.type === 'git' ? begun.home.ref : undefined
  const hasRef = ref === undefined || (present?.state?.type === 'git' && present.state.ref === ref)
  if (present?.lineage === lineage && hasRef) return { kind: 'there' }
  const holder = ['environments', name]
  const fields: ConfigField[] = [
    ...(present?.lineage === lineage ? [] : [{ holder, name: 'lineage', value: lineage, after: 'bot' }]),
    ...(hasRef ? [] : [{ holder: [...holder, 'state'], name: 'ref', value: ref, after: 'type' }]),
  ]
  const path = configFile === null ? undefined : join(root, configFile)
  const text = path === undefined ? undefined : await setInConfig(await readFile(path, 'utf8'), fields)
  if (path === undefined || configFile === null || text === undefined) return { kind: 'by-hand', lines: byHand(fields) }
  await replaceFile(path, text)
  return { kind: 'written', file: configFile }
}

function byHand(fields: readonly ConfigField[]): readonly string[] {
  return fields.map(({ holder, name, value }) => {
    return holder.length > 2 ? `    state: { type: git, ${name}: ${value} }` : `    ${name}: ${value}`
  })
}
