import type { Timers } from '../timers.ts'
import { createCompatibleModel } from './compatible-model.ts'
import type { Model } from './model.ts'
import { type ProviderSettings, type ProvidersSettings, providerAddress, providerIds } from './provider-settings.ts'

/** The models that are set up, by the id that bots name them by. */
export interface Providers {
  /** Undefined where none is set up. */
  model(id: string): Model | undefined
}

/** Opens a way to one origin, and to nothing else where `isPrivate` is not set but to the public network. */
export type FetchFor = (origin: string, isPrivate: boolean) => typeof globalThis.fetch

/** The models of the settings. Throws an OperationError `usage` for an address that is none. */
export function createProviders(
  settings: ProvidersSettings,
  { fetchFor, timers }: { readonly fetchFor: FetchFor; readonly timers: Timers },
): Providers {
  const models = new Map<string, Model>()
  for (const id of providerIds) {
    const chosen = settings[id]
    if (chosen === undefined) continue
    models.set(id, createCompatibleModel(id, chosen, { fetch: fetchOf(id, chosen, fetchFor), timers }))
  }
  return { model: id => models.get(id) }
}

function fetchOf(id: string, settings: ProviderSettings, fetchFor: FetchFor): typeof globalThis.fetch {
  return fetchFor(providerAddress(id, settings).origin, settings.allowPrivate ?? false)
}
