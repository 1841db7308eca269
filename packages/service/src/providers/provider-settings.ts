import { OperationError } from '@scenewright/model'

/** The four ids that a bot may name its provider by. */
export const providerIds = ['llm_provider_a', 'llm_provider_b', 'llm_provider_c', 'llm_provider_d'] as const

type ProviderId = (typeof providerIds)[number]

/** A language-model provider as the operator of the service sets it up: any server of an OpenAI-compatible API. */
export interface ProviderSettings {
  /** The base of `/chat/completions` and `/models`: `https://models.example.com/v1`. */
  readonly url: string
  readonly apiKey?: string
  /** The version for bots that name none. */
  readonly version: string
  /** The versions that it offers; default: the server is asked. */
  readonly versions?: readonly string[]
  /** The address may be on a private network or this machine, over plain http too. */
  readonly allowPrivate?: boolean
  /** How long one answer may take, with its functions, in milliseconds; 60,000 if absent. */
  readonly timeoutMs?: number
}

/** The providers that are set up; a bot that names another answers offline. */
export type ProvidersSettings = { readonly [Id in ProviderId]?: ProviderSettings }

/** The address with one slash at its end. Throws an OperationError `usage` if it is not one. */
export function providerAddress(id: string, { url }: ProviderSettings): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address === undefined || !/^https?:$/.test(address.protocol) || address.username !== '') {
    throw new OperationError('usage', `The address of the provider "${id}" is no https address.`, {
      help: 'It is where the API begins, without credentials, as in https://models.example.com/v1',
    })
  }
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/`
  return address
}
