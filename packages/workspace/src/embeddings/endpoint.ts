import { isLoopback } from '@scenewright/client'
import type { Project } from '@scenewright/compiler'
import { type EmbeddingsSetting, embeddingsDefaults } from '@scenewright/model/config'
import { headerVariable } from '@scenewright/model/header-variable'
import type { Host } from '../host.ts'

/** The endpoint that computes vectors, and the options of requests to it. */
export interface Endpoint {
  /** The address for people, without secrets. */
  readonly url: string
  readonly origin: string
  readonly path: string
  readonly model: string
  readonly dimensions?: number
  readonly batch: number
  readonly timeoutMs: number
  /** Sent as a bearer token, never displayed. */
  readonly key?: string
}

/** The environment variable with the key: it is never in a file. */
export const keyVariable = 'SCENEWRIGHT_EMBEDDINGS_KEY'

/** Reads the endpoint's settings; an address to which nothing may be sent is an error in the config. */
export function readEndpoint(
  setting: EmbeddingsSetting,
  { configFault }: Pick<Project, 'configFault'>,
  env: Host['env'],
): Endpoint {
  const { model, dimensions, batch, timeout_ms } = { ...embeddingsDefaults, ...setting }
  const fault = addressFault(setting.url)
  if (fault !== undefined) throw configFault(['scorer', 'url'], fault.message, fault.help)
  const url = new URL(setting.url)
  const path = url.pathname.replace(/\/+$/, '')
  const key = headerVariable(env, [keyVariable])
  return {
    url: `${url.origin}${path}`,
    origin: url.origin,
    path: `${path}/embeddings`,
    model,
    batch,
    timeoutMs: timeout_ms,
    ...(dimensions !== undefined && { dimensions }),
    ...(key !== undefined && { key }),
  }
}

interface AddressFault {
  readonly message: string
  readonly help: string
}

/** The error in an address. The part before an @ is never shown. */
function addressFault(text: string): AddressFault | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    const shown = text.includes('@') ? '' : `: "${text}"`
    return { message: `The url of the scorer is not an http address${shown}`, help: addressHelp }
  }
  if (url.username !== '' || url.password !== '') {
    return { message: 'The url of the scorer contains credentials', help: `set ${keyVariable} instead` }
  }
  if (url.search !== '' || url.hash !== '') {
    return { message: 'The url of the scorer has a query or a fragment', help: addressHelp }
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    const help = 'plain http is allowed only for this machine'
    return { message: `The url "${text}" of the scorer is not https`, help }
  }
  if (/\/embeddings\/*$/.test(url.pathname)) {
    return { message: `The url "${text}" of the scorer contains /embeddings`, help: 'remove /embeddings' }
  }
  return undefined
}

const addressHelp = 'use the base URL of an OpenAI-compatible API, such as https://<host>/v1'
