import { defineRoute, type Route } from '../../http/route.ts'
import type { JsonSchema } from '../../http/schema.ts'
import { providerIds } from '../../providers/provider-settings.ts'
import { withTimeout } from '../../runtime/timers.ts'

/** The versions of a provider. */
const versionList = {
  type: 'object',
  required: ['data', 'is_complete'],
  properties: {
    data: {
      type: 'array',
      items: { type: 'object', required: ['gpt_version'], properties: { gpt_version: { type: 'string' } } },
    },
    is_complete: {
      type: 'boolean',
      description: 'False if the provider could not be reached; then the list contains only its configured version.',
    },
  },
} as const satisfies JsonSchema

/** How long a provider's server may take to list its models, in milliseconds. */
const timeoutMs = 5000

/** The versions of a provider's models. */
const listVersions = defineRoute({
  name: 'listVersions',
  method: 'GET',
  url: '/gpt-versions',
  summary: 'Lists the versions that a provider offers.',
  isLocal: true,
  query: {
    type: 'object',
    required: ['gpt_model'],
    properties: { gpt_model: { type: 'string', enum: providerIds } },
  },
  status: 200,
  response: versionList,
  errors: [400, 403],
  async handle({ query: { gpt_model } }, { providers, timers }) {
    const model = providers.model(gpt_model)
    if (model === undefined) return { data: [], is_complete: true }
    try {
      const versions = await withTimeout(timers, timeoutMs, signal => model.versions(signal))
      return { data: versions.map(gpt_version => ({ gpt_version })), is_complete: true }
    } catch {
      // The server may be temporarily unavailable, and its settings still apply.
      return { data: [{ gpt_version: model.version }], is_complete: false }
    }
  },
})

/** The operations on versions of language models. */
export const versionRoutes: readonly Route[] = [listVersions]
