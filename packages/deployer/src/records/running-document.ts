import type { ScenarioRecord, VersionRecord } from '@scenewright/client'
import {
  contentFields,
  type Definition,
  documentFormat,
  documentVersion,
  type ImportDocument,
  scenarioDefaults,
} from '@scenewright/model'
import { compareSent } from '../apply/find-version.ts'

/** The running version of a record, and its draft. */
export interface RunningVersion {
  /** The published version; the draft if none is published. */
  readonly version: VersionRecord | undefined
  readonly isPublished: boolean
  /** A draft that differs from the published version. */
  readonly hasDraft: boolean
}

/** Finds the running version. The names of states other than DRAFT are not documented: PUBLISHED is preferred. */
export function runningVersion({ versions }: ScenarioRecord): RunningVersion {
  const latest = (found: readonly VersionRecord[]) => found.toSorted((a, b) => numberOf(b) - numberOf(a))[0]
  const draft = latest(versions.filter(({ status }) => status === 'DRAFT'))
  const published =
    latest(versions.filter(({ status }) => status === 'PUBLISHED')) ??
    latest(versions.filter(({ status }) => status !== 'DRAFT'))
  return {
    version: published ?? draft,
    isPublished: published !== undefined,
    hasDraft:
      published !== undefined &&
      draft !== undefined &&
      numberOf(draft) > numberOf(published) &&
      compareSent(draft.definition, published.definition) === 'different',
  }
}

/** The number of a version; 0 if the service provides none. */
export function numberOf({ version = 0 }: VersionRecord): number {
  return version
}

/**
 * Returns the running version as a document. For a field that the record does not show, or a value with the same
 * meaning, the value of the reference is used: a document equal to the running version comes back unchanged.
 */
export function runningDocument(record: ScenarioRecord, reference: ImportDocument): ImportDocument {
  const { definition, ...before } = reference.scenario
  const shown = differingFields(record, reference)
  const kept = Object.entries(before).filter(([field]) => !shown.some(name => name === field))
  const changed = shown.filter(field => !isEmpty(record[field])).map(field => [field, record[field]])
  const { version } = runningVersion(record)
  const isSame = version === undefined || compareSent(version.definition, definition) !== 'different'
  const scenario = {
    ...Object.fromEntries([...kept, ...changed]),
    // A definition that the service returned is one that it accepts.
    ...(isSame ? definition && { definition } : { definition: version.definition as Definition }),
  }
  return { ...reference, scenario: { ...requiredOf(reference), ...scenario } }
}

/** The fields of a record whose value has another meaning than the reference's. */
export function differingFields(
  record: ScenarioRecord,
  { scenario }: ImportDocument,
): readonly (typeof contentFields)[number][] {
  // A service may leave out undocumented fields.
  return contentFields.filter(
    field => Object.hasOwn(record, field) && !meansSame(record[field], scenario[field], field, record),
  )
}

/** The document of a record without a source: it has the fields that the record shows. */
export function shownDocument(record: ScenarioRecord): ImportDocument {
  const { title, trigger_description } = record
  const scenario = { title: String(title ?? ''), trigger_description: String(trigger_description ?? '') }
  return runningDocument(record, { format: documentFormat, schema_version: documentVersion, scenario })
}

/** The required fields of the reference, used if the service leaves them empty. */
function requiredOf({ scenario: { title, trigger_description } }: ImportDocument) {
  return { title, trigger_description }
}

function meansSame(
  there: unknown,
  here: unknown,
  field: (typeof contentFields)[number],
  { title }: ScenarioRecord,
): boolean {
  const standard: Partial<Record<string, unknown>> = scenarioDefaults
  const usual = (value: unknown) => {
    if (isEmpty(value)) return standard[field]
    // Without a label, the title is offered.
    return field === 'clarification_label' && value === title ? undefined : value
  }
  return JSON.stringify(usual(there)) === JSON.stringify(usual(here))
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
