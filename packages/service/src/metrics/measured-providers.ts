import type { Model } from '../providers/model.ts'
import type { Providers } from '../providers/providers.ts'
import type { Meters } from './meters.ts'

/** The same models, with a word of each request's time and outcome. */
export function measuredProviders(providers: Providers, meters: Meters): Providers {
  return {
    model(id) {
      const model = providers.model(id)
      return model === undefined ? undefined : measuredModel(model, id, meters)
    },
  }
}

function measuredModel(model: Model, id: string, meters: Meters): Model {
  return {
    version: model.version,
    versions: signal => model.versions(signal),
    async ask(request) {
      const begunAt = performance.now()
      const tell = (outcome: 'answered' | 'failed') => meters.providerCalled(id, outcome, performance.now() - begunAt)
      try {
        const reply = await model.ask(request)
        tell('answered')
        return reply
      } catch (error) {
        tell('failed')
        throw error
      }
    },
  }
}
