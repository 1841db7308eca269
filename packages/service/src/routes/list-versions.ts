import { defineRoute } from '../http/route.ts'
import { providerIds } from '../providers/provider-settings.ts'
import { versionList } from '../schemas/version-list.ts'
import { withTimeout } from '../timers.ts'

/** How long a provider's server may take to list what it has, in milliseconds. */
const timeoutMs = 5000

/** The versions of a provider's models. */
export const listVersions = defineRoute({
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
  refusals: [400, 403],
  async handle({ query: { gpt_model } }, { providers, timers }) {
    const model = providers.model(gpt_model)
    if (model === undefined) return { data: [], is_complete: true }
    try {
      const versions = await withTimeout(timers, timeoutMs, signal => model.versions(signal))
      return { data: versions.map(gpt_version => ({ gpt_version })), is_complete: true }
    } catch {
      // The server may be off for now, and what it is set up with still holds.
      return { data: [{ gpt_version: model.version }], is_complete: false }
    }
  },
})
