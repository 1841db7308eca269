import { OperationError } from '@scenewright/model'
import { findTargetFault } from '../egress/target-address.ts'

/** The four ids of providers that a bot can name. */
export const providerIds = ['llm_provider_a', 'llm_provider_b', 'llm_provider_c', 'llm_provider_d'] as const

type ProviderId = (typeof providerIds)[number]

/** A language-model provider as configured by the operator of the service: any server with an OpenAI-compatible API. */
export interface ProviderSettings {
  /** The base URL of `/chat/completions` and `/models`: `https://models.example.com/v1`. */
  readonly url: string
  readonly apiKey?: string
  /** The default version, for bots that name none. */
  readonly version: string
  /** The available versions; by default requested from the server. */
  readonly versions?: readonly string[]
  /** The address may be on a private network or this machine, also over plain http. */
  readonly allowPrivate?: boolean
  /** The time limit for an answer, including its function calls, in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number
}

/** A provider of embeddings: any server with an OpenAI-compatible `/embeddings`. */
export interface EmbeddingsSettings extends Omit<ProviderSettings, 'versions' | 'timeoutMs'> {
  /** The versions that a bot may name besides the default. */
  readonly versions?: readonly string[]
  /** The time limit of a request, in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number
  /** The requested length of a vector; by default that of the model. */
  readonly dimensions?: number
  /** The maximum number of texts in a request; 64 by default. */
  readonly batch?: number
}

/**
 * The configured providers; a bot that names another answers offline. Without `embeddings`, knowledge is searched by
 * words alone.
 */
export type ProvidersSettings = { readonly [Id in ProviderId]?: ProviderSettings } & {
  readonly embeddings?: EmbeddingsSettings
}

/** The address with exactly one slash at its end. Throws an OperationError `usage` if it is invalid. */
export function providerAddress(
  id: string,
  { url, allowPrivate = false }: Pick<ProviderSettings, 'url' | 'allowPrivate'>,
): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  const fault = address === undefined ? 'is not a URL' : findFault(address, allowPrivate)
  if (address === undefined || fault !== undefined) {
    throw new OperationError('usage', `The address of the provider "${id}" ${fault}.`, {
      help: 'Use the base URL of the API, such as https://models.example.com/v1. Set "allow_private" for one on a private network or on this machine.',
    })
  }
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/`
  return address
}

/** Paths are added to it, so it ends with its own. */
function findFault(address: URL, allowPrivate: boolean): string | undefined {
  if (/[?#]/.test(address.href)) return 'must not have a query or a fragment'
  return findTargetFault(address, { allowLoopback: false, allowedOrigins: allowPrivate ? [address.origin] : [] })
}
