import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { conclude, createSourceCheck, ruleProblems, rules } from '@scenewright/checker'
import { compileProject, openProject } from '@scenewright/compiler'
import type { CompiledSource, Finding } from '@scenewright/model'
import { createCustomCheck } from '../custom-rules/custom-check.ts'
import type { CustomRule } from '../custom-rules/custom-rule.ts'
import type { TestSources } from './rule-tests.ts'

/** What a rule finds, and what is wrong with sources that it could not be shown. */
export interface FoundInSources {
  readonly findings: readonly Finding[]
  readonly unbound: readonly string[]
}

const configName = 'scenewright.config.yaml'

/** What one rule finds in sources, which lie in a folder of their own for as long as that takes. */
export async function findingsIn(
  rule: CustomRule,
  { yaml, sources, config = {} }: TestSources,
): Promise<FoundInSources> {
  const root = await mkdtemp(join(tmpdir(), 'scenewright-rule-'))
  try {
    const files = { ...(yaml !== undefined && { 'example.scenario.yaml': yaml }), ...sources }
    // JSON is YAML.
    await writeAll(root, { ...files, [configName]: JSON.stringify({ sources: ['.'], ...config }) })
    return await checked(rule, root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function checked(rule: CustomRule, root: string): Promise<FoundInSources> {
  const project = await openProject({ cwd: root, configPath: configName })
  const { config, configFile } = project
  const custom = createCustomCheck({ module: 'the test', rules: [rule] })
  const [problem] = ruleProblems(config, [...rules, ...custom.rules])
  if (problem !== undefined) throw project.configFault(problem.path, problem.message, problem.help)
  const compilation = await compileProject(project)
  const unbound = compilation.sources.filter(({ isBound }) => !isBound).flatMap(faultsOf)
  if (unbound.length > 0) return { findings: [], unbound }
  const check = custom.watching(createSourceCheck(config, custom.rules))
  const { findings } = conclude(compilation.sources.map(check), config, { configFile, rules: custom.rules })
  return { findings, unbound }
}

function faultsOf({ file, findings }: CompiledSource): readonly string[] {
  if (findings.length === 0) return [`  ${file} holds no scenario`]
  return findings.map(({ range, message }) => `  ${file}:${range.start.line}:${range.start.column} ${message}`)
}

async function writeAll(root: string, files: { readonly [file: string]: string }): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
}
