import type { CompiledScenario, CompiledSource } from '@scenewright/model/compilation'
import { compileText } from '../src/index.ts'

/** Compiles one YAML source under the key "a", and takes its only scenario out. */
export async function compileYaml(
  text: string,
): Promise<Pick<CompiledSource, 'suppressions' | 'findings'> & { readonly scenario: CompiledScenario | undefined }> {
  const { suppressions, findings, scenarios } = await compileText({ file: 'a.scenario.yaml', key: 'a', text })
  return { suppressions, findings, scenario: scenarios[0] }
}
