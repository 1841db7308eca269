import type { Level } from './finding.ts'
import { scenarioDefaults } from './scenario.ts'

/** The 19 languages of the API. */
export const languages = [
  'ru',
  'en',
  'uk',
  'be',
  'kk',
  'uz',
  'az',
  'hy',
  'ka',
  'ky',
  'tg',
  'tk',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'pl',
  'ro',
] as const

export type Language = (typeof languages)[number]

/** The fields of the API's bot that affect scenario matching. */
export interface BotSettings {
  readonly primary_language: Language
  readonly scenario_clarify_enabled: boolean
  readonly scenario_clarify_min_confidence: number
  readonly scenario_clarify_margin: number
}

/** The API's own defaults. */
export const botDefaults: BotSettings = {
  primary_language: 'ru',
  scenario_clarify_enabled: false,
  scenario_clarify_min_confidence: 55,
  scenario_clarify_margin: 12,
}

/** The values of fields that a scenario does not have. */
export interface ScenarioDefaults {
  readonly min_confidence: number
  readonly priority: number
  readonly allow_repeat_in_dialogue: boolean
}

/** A rule's level, or its level and options. */
export type RuleSetting = Level | { readonly level?: Level; readonly [option: string]: unknown }

/** Levels and options by rule; a name may end in `/*`, and the last matching entry applies. */
export interface RuleSettings {
  readonly [rule: string]: RuleSetting
}

/** Whether a name of the config or of a suppression names the rule: its id, its group as `graph/*`, or `*`. */
export function namesRule(pattern: string, id: string): boolean {
  if (pattern === id || pattern === '*') return true
  return pattern.endsWith('/*') && id.startsWith(pattern.slice(0, -1))
}

/** The level that layers of settings give a rule: that of the last entry for it. Undefined if none gives one. */
export function configuredLevel(layers: readonly RuleSettings[], id: string): Level | undefined {
  return layers
    .flatMap(layer => Object.entries(layer))
    .flatMap(([pattern, setting]) => (namesRule(pattern, id) ? [levelOf(setting)] : []))
    .findLast(level => level !== undefined)
}

function levelOf(setting: RuleSetting): Level | undefined {
  return typeof setting === 'string' ? setting : setting.level
}

/** Settings for some of the files. */
interface RuleOverride {
  /** A glob or a list of globs, relative to the config. */
  readonly files: string | readonly string[]
  readonly rules: RuleSettings
}

/** A finding that the team has accepted, and why. */
export interface ConfigSuppression {
  readonly rule: string
  readonly files: string | readonly string[]
  readonly node?: string
  readonly reason: string
}

interface NodeExtension {
  readonly waits?: boolean
  readonly fields?: { readonly [keyword: string]: unknown }
}

interface ConditionExtension {
  readonly fields?: { readonly [keyword: string]: unknown }
}

/** Where the state of the deployed scenarios is stored. */
export type StateBackend = FileBackend | GitBackend | HttpBackend | S3Backend

/** A file; `path` is relative to the config. */
interface FileBackend {
  readonly type: 'file'
  readonly path: string
}

/** A ref of a remote of the project's repository: by default `origin` and `refs/scenewright/<folder>/<environment>`. */
export interface GitBackend {
  readonly type: 'git'
  readonly remote?: string
  readonly ref?: string
}

/** An address with the Terraform HTTP protocol. By default, the lock uses the address of the state. */
export interface HttpBackend {
  readonly type: 'http'
  readonly url: string
  readonly lock_url?: string
  readonly unlock_url?: string
  readonly lock_method?: 'LOCK' | 'POST' | 'PUT'
  readonly unlock_method?: 'UNLOCK' | 'DELETE' | 'POST' | 'PUT'
}

/** An object in a bucket. With an `endpoint`, the path contains the bucket's name, unless `path_style` is set. */
export interface S3Backend {
  readonly type: 's3'
  readonly bucket: string
  readonly key: string
  readonly region?: string
  readonly endpoint?: string
  readonly path_style?: boolean
}

/** Where the scenarios are deployed. */
export interface Environment {
  readonly url: string
  readonly bot: string
  readonly lineage?: string
  readonly state?: StateBackend
  readonly timeout_ms?: number
  readonly settle_ms?: number
  /** How a change is made: on the same record, or by a new one that replaces it. */
  readonly strategy?: 'update' | 'replace'
  /**
   * The maximum number of scenarios that one deploy may deactivate; by default the greater of 3 and a tenth of them.
   */
  readonly max_deactivations?: number
}

/**
 * Whether two addresses lead to the same service, ignoring the case of the host, the default port and a final slash. The
 * names of this machine are the same.
 */
export function isSameAddress(one: string, other: string): boolean {
  return comparable(one) === comparable(other)
}

function comparable(address: string): string {
  if (!URL.canParse(address)) return address.replace(/\/+$/, '')
  const url = new URL(address)
  if (/^(?:127\.0\.0\.1|\[::1\])$/.test(url.hostname)) url.hostname = 'localhost'
  return url.href.replace(/\/+$/, '')
}

/** Whether two environments use the same bot of the same service. */
export function isSameBot(one: Pick<Environment, 'url' | 'bot'>, other: Pick<Environment, 'url' | 'bot'>): boolean {
  return isSameId(one.bot, other.bot) && isSameAddress(one.url, other.url)
}

/** Whether two ids name the same record: the service accepts them in upper and lower case. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** An endpoint that returns the embeddings of texts: scores then depend on meaning too. */
export interface EmbeddingsSetting {
  readonly type: 'embeddings'
  /** The base URL of an OpenAI-compatible API, before `/embeddings`. */
  readonly url: string
  readonly model: string
  readonly dimensions?: number
  /** The maximum number of texts in a request. */
  readonly batch?: number
  readonly timeout_ms?: number
}

/** The defaults for requests to an embedding endpoint. */
export const embeddingsDefaults = { batch: 64, timeout_ms: 30_000 } as const

/** How much a change affects the customer; the most severe first. */
export const changeLevels = ['breaking', 'risky', 'info', 'layout'] as const

export type ChangeLevel = (typeof changeLevels)[number]

/** How changes are judged. */
interface DiffSettings {
  /** Levels by kind of change; a kind that is off is not shown. */
  readonly levels?: { readonly [kind: string]: ChangeLevel | 'off' }
}

/** The project file, `scenewright.config.yaml`. */
export interface ProjectConfig {
  readonly sources?: readonly string[]
  readonly bot?: Partial<BotSettings>
  /** The defaults of all scenarios, which are compiled into their documents. */
  readonly scenarios?: Partial<Pick<ScenarioDefaults, 'min_confidence'>>
  readonly scorer?: 'lexical' | { readonly type: 'lexical' } | EmbeddingsSetting
  /** `strict` makes every warning an error. */
  readonly preset?: 'recommended' | 'strict'
  readonly rules?: RuleSettings
  /** Applied after `rules`, in their order. */
  readonly overrides?: readonly RuleOverride[]
  readonly suppress?: readonly ConfigSuppression[]
  /** The baseline file with accepted findings, relative to the config. */
  readonly baseline?: string
  /** A module with the team's custom rules, relative to the config. It is executed, so only if that is allowed. */
  readonly custom_rules?: string
  /** Personal data that texts may contain: exact texts, or a regular expression between slashes. */
  readonly allow_personal_data?: readonly string[]
  readonly extensions?: {
    readonly nodes?: { readonly [type: string]: NodeExtension }
    readonly conditions?: { readonly [type: string]: ConditionExtension }
  }
  readonly diff?: DiffSettings
  readonly environments?: { readonly [name: string]: Environment }
}

/** The defaults of a project's scenarios: those of its config, or else those of the API. */
export function scenarioDefaultsIn({ scenarios }: Pick<ProjectConfig, 'scenarios'>): ScenarioDefaults {
  return { ...scenarioDefaults, ...scenarios }
}

/** The defaults for how long a request may take, and how long a lost one may still take effect. */
export const environmentDefaults = { timeout_ms: 30_000, settle_ms: 900_000 } as const
