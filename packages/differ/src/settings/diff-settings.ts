import type { Place } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import {
  botDefaults,
  configuredLevel,
  namesRule,
  type ProjectConfig,
  type RuleSettings,
  scenarioDefaultsIn,
} from '@scenewright/model/config'
import type { Change } from '../change.ts'
import type { FoundChange } from '../change-details.ts'
import { classifyChanges, type LevelSettings } from '../classify-changes.ts'
import { type Placed, pairByKey, withPlaces } from '../match/pair-by-key.ts'

/** One setting of the project file that differs. */
interface SettingChange {
  /** Its path in the file: `bot.scenario_clarify_margin`. */
  readonly field: string
  readonly before?: unknown
  readonly after?: unknown
  /** Whether the change may hide changes or messages. */
  readonly isRisky: boolean
  readonly at: { readonly base?: SettingPath; readonly head?: SettingPath }
}

type FieldChange = Omit<SettingChange, 'isRisky'>

type SettingPath = readonly (string | number)[]

interface Leaf {
  readonly path: SettingPath
  readonly value: unknown
}

const thresholds: ReadonlySet<unknown> = new Set([
  'scenario_clarify_enabled',
  'scenario_clarify_min_confidence',
  'scenario_clarify_margin',
  'min_confidence',
])

/** The project file of one side. */
export interface ComparedSettings {
  readonly config: ProjectConfig
  /** The place of a setting in the file, if known. */
  place?(path: SettingPath): Place
}

/** All settings that differ between two versions of a project file, most severe first. `key` is the file's name. */
export function diffSettings(
  key: string,
  base: ComparedSettings,
  head: ComparedSettings,
  levels: LevelSettings = {},
): readonly Change[] {
  const found = settingChanges(base.config, head.config).map(({ isRisky, ...rest }): FoundChange<'setting-changed'> => {
    return { kind: 'setting-changed', level: isRisky ? 'risky' : 'info', ...rest }
  })
  return classifyChanges(found, { key, base: sideOf(base), head: sideOf(head) }, levels)
}

function sideOf({ place }: ComparedSettings) {
  return place === undefined ? {} : { map: { place } }
}

/** The settings that differ, in the order of the base and then of the head. An explicit default is no change. */
function settingChanges(base: ProjectConfig, head: ProjectConfig): readonly SettingChange[] {
  const [before, after] = [collectLeaves(withDefaults(base), []), collectLeaves(withDefaults(head), [])]
  const names = new Set([...before.keys(), ...after.keys()])
  const fields = [...names].flatMap(name => {
    const [was, is] = [before.get(name), after.get(name)]
    if (canonicalJson(was?.value) === canonicalJson(is?.value)) return []
    // A declaration that gets its first field, or loses its last one, is there on both sides.
    if ((is === undefined && holdsMore(was, after)) || (was === undefined && holdsMore(is, before))) return []
    return Array.isArray(was?.value ?? is?.value) ? listChanges(was, is) : [toChange(was, is)]
  })
  const judged = fields.map(field => ({ ...field, isRisky: isRisky(field) || switchesOff(field, base, head) }))
  return [...judged, ...reorderedRules(base, head)]
}

function withDefaults({ bot, scenarios, ...config }: ProjectConfig): object {
  const { min_confidence } = scenarioDefaultsIn({ ...(scenarios && { scenarios }) })
  return {
    sources: ['scenarios'],
    preset: 'recommended',
    ...config,
    bot: { ...botDefaults, ...bot },
    scenarios: { min_confidence },
  }
}

/**
 * Everything that is no mapping, by its path. The setting of a rule is one thing, whatever its form. An empty mapping
 * declares something only as an extension: `nodes: { ASK: {} }`.
 */
function collectLeaves(value: unknown, path: SettingPath): ReadonlyMap<string, Leaf> {
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value)
  const isRule = path[0] === 'rules' && path.length === 2
  const isDeclared = path[0] === 'extensions' && path.length > 2
  if (!isMapping || isRule || (isDeclared && Object.keys(value).length === 0)) {
    return new Map([[path.join('.'), { path, value }]])
  }
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...collectLeaves(inner, [...path, name])]))
}

/** Whether the other side has settings below the path of an empty mapping. */
function holdsMore(empty: Leaf | undefined, other: ReadonlyMap<string, Leaf>): boolean {
  if (empty === undefined) return false
  const { path } = empty
  return [...other.values()].some(
    leaf => leaf.path.length > path.length && path.every((step, index) => step === leaf.path[index]),
  )
}

/** The items of a list that came and went; where they only changed places, the whole list. */
function listChanges(was: Leaf | undefined, is: Leaf | undefined): readonly FieldChange[] {
  const { pairs, onlyBase, onlyHead } = pairByKey(itemsOf(was), itemsOf(is), ({ value }) => canonicalJson(value))
  if (pairs.length > 0 && onlyBase.length + onlyHead.length === 0) return [toChange(was, is)]
  return [
    ...onlyBase.map(item => toChange(itemLeaf(was, item), undefined)),
    ...onlyHead.map(item => toChange(undefined, itemLeaf(is, item))),
  ]
}

function itemsOf(leaf: Leaf | undefined): readonly Placed<unknown>[] {
  return withPlaces(Array.isArray(leaf?.value) ? leaf.value : [])
}

function itemLeaf(leaf: Leaf | undefined, { value, index }: Placed<unknown>): Leaf {
  return { path: [...(leaf?.path ?? []), index], value }
}

function toChange(was: Leaf | undefined, is: Leaf | undefined): FieldChange {
  const path = is?.path ?? was?.path ?? []
  return {
    field: path.filter(step => typeof step === 'string').join('.'),
    ...(was && { before: was.value }),
    ...(is && { after: is.value }),
    at: { ...(was && { base: was.path }), ...(is && { head: is.path }) },
  }
}

/** Of rules that match the same name the last one counts, so the order says something. */
function reorderedRules({ rules: base = {} }: ProjectConfig, { rules: head = {} }: ProjectConfig): SettingChange[] {
  const before = Object.keys(base).filter(name => Object.hasOwn(head, name))
  const after = Object.keys(head).filter(name => Object.hasOwn(base, name))
  if (before.every((name, place) => name === after[place])) return []
  return [{ field: 'rules', before, after, isRisky: true, at: { base: ['rules'], head: ['rules'] } }]
}

function isRisky({ at, after }: FieldChange): boolean {
  const path = pathOf(at)
  const [section] = path
  if (section === 'bot' || section === 'scenarios') return thresholds.has(path.at(-1))
  if (section === 'diff') return true
  if (section === 'rules') return isOff(after)
  // Each of these keeps findings of some files from being reported.
  if (section === 'suppress') return after !== undefined
  return section === 'overrides' && hasRuleOff(after)
}

function pathOf({ base, head }: FieldChange['at']): SettingPath {
  return head ?? base ?? []
}

/** Whether a changed or removed entry leaves a rule to another entry that switches it off. */
function switchesOff({ at, before }: FieldChange, base: ProjectConfig, head: ProjectConfig): boolean {
  const [section, pattern] = pathOf(at)
  if (section === 'rules') return isSwitchedOff([String(pattern)], layersOf(base), layersOf(head))
  if (section !== 'overrides' || !isOverride(before)) return false
  return isSwitchedOff(Object.keys(before.rules), layersOf(base, before.files), layersOf(head, before.files))
}

type Override = NonNullable<ProjectConfig['overrides']>[number]

function isOverride(value: unknown): value is Override {
  return typeof value === 'object' && value !== null && 'files' in value && 'rules' in value
}

/** The layers that apply to all files, and those for exactly the listed ones. */
function layersOf({ rules = {}, overrides = [] }: ProjectConfig, files?: Override['files']): readonly RuleSettings[] {
  const own = overrides.filter(each => files !== undefined && canonicalJson(each.files) === canonicalJson(files))
  return [rules, ...own.map(each => each.rules)]
}

/** Whether a rule or a group that the patterns name is off at the head alone. */
function isSwitchedOff(
  patterns: readonly string[],
  base: readonly RuleSettings[],
  head: readonly RuleSettings[],
): boolean {
  return [...base, ...head]
    .flatMap(layer => Object.keys(layer))
    .filter(name => patterns.some(pattern => namesRule(pattern, name)))
    .some(name => configuredLevel(head, name) === 'off' && configuredLevel(base, name) !== 'off')
}

function hasRuleOff(override: unknown): boolean {
  const rules = typeof override === 'object' && override !== null ? Reflect.get(override, 'rules') : undefined
  if (Array.isArray(override)) return override.some(hasRuleOff)
  return typeof rules === 'object' && rules !== null && Object.values(rules).some(isOff)
}

function isOff(setting: unknown): boolean {
  return (
    setting === 'off' || (typeof setting === 'object' && setting !== null && Reflect.get(setting, 'level') === 'off')
  )
}
