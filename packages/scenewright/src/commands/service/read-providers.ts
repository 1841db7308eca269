import { OperationError } from '@scenewright/model'
import { validate } from '@scenewright/schemas/validate/providers'
import type { ProviderSettings, ProvidersSettings } from '@scenewright/service'
import { readInput } from '../../read-input.ts'

type Env = Readonly<Record<string, string | undefined>>

interface ProviderEntry extends Omit<ProviderSettings, 'apiKey' | 'allowPrivate' | 'timeoutMs'> {
  readonly api_key_env?: string
  readonly allow_private?: boolean
  readonly timeout_ms?: number
}

/** What to look at where a file of providers is not understood. */
const help =
  'as in: { "llm_provider_d": { "url": "http://127.0.0.1:11434/v1", "version": "small", "allow_private": true } }'

/** The language models that a file names, with their keys from the environment. One that cannot be used is an OperationError. */
export async function readProviders(
  path: string,
  { cwd, env }: { readonly cwd: string; readonly env: Env },
): Promise<ProvidersSettings> {
  const value = parse(await readInput(cwd, path), path)
  if (!validate(value)) throw misfit(path)
  // It has just been held against the schema.
  const entries = Object.entries(value as Readonly<Record<string, ProviderEntry>>)
  return Object.fromEntries(entries.map(([id, entry]) => [id, settingsOf(id, entry, env)]))
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new OperationError('usage', `"${path}" is no JSON: ${cause instanceof Error ? cause.message : cause}`, {
      help,
    })
  }
}

function misfit(path: string): OperationError {
  const [error] = validate.errors ?? []
  const place =
    (error?.instancePath ?? '') === '' ? path : `${path}, ${error?.instancePath.slice(1).replaceAll('/', '.')}`
  const unknown = error?.params.additionalProperty
  const what = typeof unknown === 'string' ? `there is no "${unknown}"` : error?.message
  return new OperationError('usage', `${place}: ${what}`, { help })
}

function settingsOf(
  id: string,
  { api_key_env, allow_private, timeout_ms, ...entry }: ProviderEntry,
  env: Env,
): ProviderSettings {
  const apiKey = api_key_env === undefined ? undefined : env[api_key_env]
  if (api_key_env !== undefined && (apiKey === undefined || apiKey === '')) {
    throw new OperationError('usage', `The key of the provider "${id}" is not there.`, {
      help: `set the environment variable ${api_key_env}, or take "api_key_env" out where no key is needed`,
    })
  }
  return {
    ...entry,
    ...(apiKey !== undefined && { apiKey }),
    ...(allow_private !== undefined && { allowPrivate: allow_private }),
    ...(timeout_ms !== undefined && { timeoutMs: timeout_ms }),
  }
}
