import { HttpError } from '../../http/http-error.ts'
import { maxElements } from '../../http/json-body.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import { deletedRecord } from '../../http/schema.ts'
import { requireBot, requireIdle } from '../bots/store.ts'
import { listSchema, orderBy, paging } from '../listing.ts'
import { checkDefinition, checkDependencies, findUnsupported } from './check.ts'
import { readFullScenarioRecord, readScenarioRecord, toScenarioSummary } from './record.ts'
import {
  activation,
  fullScenarioRecord,
  importDocument,
  newScenario,
  publication,
  scenarioChange,
  scenarioRecord,
  scenarioSummary,
} from './schema.ts'
import {
  addScenario,
  isPublished,
  lockScenario,
  publish,
  readScenarioPage,
  requireScenario,
  scenarioColumns,
  updateScenario,
  writeDraft,
} from './store.ts'

/** A new scenario, inactive. */
const createScenario = defineRoute({
  name: 'createScenario',
  method: 'POST',
  url: '/bots/{uniqueId}/scenarios',
  summary: 'Creates a scenario; its definition becomes a draft.',
  body: newScenario,
  adds: 'bytes',
  maxElements: maxElements.scenario,
  status: 201,
  response: scenarioRecord,
  errors: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const bot = await requireBot(parameters.uniqueId, account, service)
    return addScenario(bot, body, service)
  },
})

/** The maximum number of unsupported nodes and edges that the warning of an import names. */
const maxNamed = 5

/** A new scenario from a portable document. Version 1 of the format has the same fields as version 2. */
const importScenario = defineRoute({
  name: 'importScenario',
  method: 'POST',
  url: '/bots/{uniqueId}/scenarios/import',
  summary: 'Imports a portable scenario, always as a new one.',
  body: importDocument,
  adds: 'bytes',
  maxElements: maxElements.scenario,
  status: 201,
  response: scenarioRecord,
  errors: [400, 403, 404],
  async handle({ account, parameters, body, warn }, service) {
    const bot = await requireBot(parameters.uniqueId, account, service)
    await checkDependencies(bot, body.dependencies ?? {}, service.kysely)
    const record = await addScenario(bot, body.scenario, service)
    const unsupported = body.scenario.definition === undefined ? [] : findUnsupported(body.scenario.definition)
    const others = unsupported.length > maxNamed ? [`And ${unsupported.length - maxNamed} more.`] : []
    if (unsupported.length > 0) warn([...unsupported.slice(0, maxNamed), ...others].join(' '))
    return record
  },
})

/** The scenarios of a bot, without their versions, which may be large. */
const listScenarios = defineRoute({
  name: 'listScenarios',
  method: 'GET',
  url: '/bots/{uniqueId}/scenarios',
  summary: 'Lists the scenarios of a bot, without their versions.',
  isLocal: true,
  query: { type: 'object', required: ['skip', 'take', 'order_by'], properties: { ...paging, order_by: orderBy } },
  status: 200,
  response: listSchema(scenarioSummary),
  errors: [400, 403, 404],
  async handle({ account, parameters, query }, service) {
    const bot = await requireBot(parameters.uniqueId, account, service)
    const { rows, meta } = await readScenarioPage(service.kysely, bot, query)
    return { data: rows.map(toScenarioSummary), meta }
  },
})

/** One scenario, with all its fields. */
const readScenario = defineRoute({
  name: 'readScenario',
  method: 'GET',
  url: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}',
  summary: 'Reads a scenario, with its examples, its texts and its layout.',
  isLocal: true,
  status: 200,
  response: fullScenarioRecord,
  errors: [403, 404],
  async handle({ account, parameters }, service) {
    const bot = await requireBot(parameters.uniqueId, account, service)
    const scenario = await requireScenario(parameters.scenarioUniqueId, bot, service.kysely)
    return readFullScenarioRecord(service.kysely, scenario)
  },
})

/** A change of a scenario; absent fields do not change. A definition is stored in the draft. */
const changeScenario = defineRoute({
  name: 'changeScenario',
  method: 'PATCH',
  url: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}',
  summary: 'Changes a scenario; a definition is stored in the open draft, or in a new one.',
  body: scenarioChange,
  adds: 'bytes',
  maxElements: maxElements.scenario,
  status: 200,
  response: scenarioRecord,
  errors: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const bot = await requireBot(parameters.uniqueId, account, service)
    const { definition } = body
    const now = service.clock()
    return service.kysely.transaction().execute(async transaction => {
      const scenario = await lockScenario(parameters.scenarioUniqueId, bot, transaction)
      if (definition !== undefined) {
        checkDefinition(definition)
        await writeDraft(transaction, scenario.id, definition, now)
      }
      await updateScenario(transaction, scenario, scenarioColumns(body), { now, hasEffect: definition !== undefined })
      return readScenarioRecord(transaction, scenario.id)
    })
  },
})

/** Publishes a version, and activates the scenario unless `activate` is false. */
const publishVersion = defineRoute({
  name: 'publishVersion',
  method: 'POST',
  url: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}/versions/{versionUniqueId}/publish',
  summary: 'Publishes a version of a scenario.',
  body: publication,
  status: 201,
  response: scenarioRecord,
  errors: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const bot = await requireBot(parameters.uniqueId, account, service)
    const activate = body?.activate ?? true
    return service.kysely.transaction().execute(async transaction => {
      const scenario = await lockScenario(parameters.scenarioUniqueId, bot, transaction)
      const hasEffect = await publish(transaction, scenario, parameters.versionUniqueId)
      const change = activate ? { is_active: true } : {}
      await updateScenario(transaction, scenario, change, { now: service.clock(), hasEffect })
      return readScenarioRecord(transaction, scenario.id)
    })
  },
})

/** Activates or deactivates a scenario; activating requires a published version. */
const switchScenario = defineRoute({
  name: 'switchScenario',
  method: 'PATCH',
  url: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}/active',
  summary: 'Activates or deactivates a scenario.',
  body: activation,
  status: 200,
  response: scenarioRecord,
  errors: [400, 403, 404],
  async handle({ account, parameters, body: { is_active } }, service) {
    const bot = await requireBot(parameters.uniqueId, account, service)
    return service.kysely.transaction().execute(async transaction => {
      const scenario = await lockScenario(parameters.scenarioUniqueId, bot, transaction)
      if (is_active && !(await isPublished(transaction, scenario))) {
        throw new HttpError(400, 'The scenario has no published version and cannot be activated.')
      }
      await updateScenario(transaction, scenario, { is_active }, { now: service.clock(), hasEffect: false })
      return readScenarioRecord(transaction, scenario.id)
    })
  },
})

/** Deletes a scenario, so that it no longer starts. */
const deleteScenario = defineRoute({
  name: 'deleteScenario',
  method: 'DELETE',
  url: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}',
  summary: 'Deletes a scenario, unless completions of its bot are pending.',
  isLocal: true,
  status: 200,
  response: deletedRecord,
  errors: [403, 404, 409],
  async handle({ account, parameters }, service) {
    const bot = await requireBot(parameters.uniqueId, account, service)
    const deleted_at = service.clock()
    return service.kysely.transaction().execute(async transaction => {
      const scenario = await lockScenario(parameters.scenarioUniqueId, bot, transaction)
      await requireIdle(transaction, bot, ['answer'])
      await updateScenario(
        transaction,
        scenario,
        { deleted_at, is_active: false },
        { now: deleted_at, hasEffect: true },
      )
      return { unique_id: scenario.id, deleted_at: deleted_at.toISOString() }
    })
  },
})

/** The operations on scenarios and their versions. */
export const scenarioRoutes: readonly Route[] = [
  createScenario,
  changeScenario,
  importScenario,
  publishVersion,
  switchScenario,
  listScenarios,
  readScenario,
  deleteScenario,
]
