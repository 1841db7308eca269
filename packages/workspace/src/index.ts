export type { AdoptedReport, BaselineOptions } from './baseline/baseline-file.ts'
export { type CheckedSources, type CheckOptions, checkSources } from './check-sources.ts'
export { type CustomRulesOption, notRunText } from './custom-rules/project-rules.ts'
export type { ChangedOption } from './git/select-sources.ts'
export type { Host } from './host.ts'
export { type KnownRules, knownRules } from './known-rules.ts'
export {
  type CompileOptions,
  type ConfigOption,
  isNothingFound,
  locateCache,
  nothingFound,
  openConfig,
} from './open-config.ts'
export {
  type OpenProject,
  openBoundSources,
  openSoundSources,
  openTestedSources,
  readTestedSources,
  type TestedProject,
} from './open-sources.ts'
export { scenarioNamed, unknownKeyHelp } from './scenario-named.ts'
export { createSourceKeys } from './source-keys.ts'
