import { type Signal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { RequestError } from './session.ts'

/** The counter of changes of the project: what was loaded before is of an earlier state. */
export const revision = signal(0)

/** A part of the project that is loaded when a view shows it, and again when the project changes. */
export interface Resource<Value> {
  readonly value: Signal<Value | undefined>
  readonly error: Signal<RequestError | undefined>
  readonly isLoading: Signal<boolean>
  /** Loads it, unless it was loaded in this state of the project, with these parameters. */
  ensure(parameters?: string): Promise<void>
}

/** `load` gets the parameters of `ensure`. A slower answer to an earlier request is dropped. */
export function createResource<Value>(load: (parameters: string) => Promise<Value>): Resource<Value> {
  const value = signal<Value | undefined>(undefined)
  const error = signal<RequestError | undefined>(undefined)
  const isLoading = signal(false)
  let latest = ''
  const ensure = async (parameters = '') => {
    const wanted = `${revision.peek()} ${parameters}`
    if (wanted === latest) return
    latest = wanted
    isLoading.value = true
    const outcome = await load(parameters).then(
      loaded => ({ loaded, failed: undefined }),
      (failed: unknown) => ({ loaded: undefined, failed }),
    )
    if (wanted !== latest) return
    isLoading.value = false
    const { loaded, failed } = outcome
    if (failed !== undefined && !(failed instanceof RequestError)) throw failed
    error.value = failed
    if (failed === undefined) value.value = loaded
  }
  return { value, error, isLoading, ensure }
}

/** Keeps a resource current as long as a component shows it. */
export function useResource<Value>(resource: Resource<Value>, parameters = '', isWanted = true): Value | undefined {
  const now = revision.value
  useEffect(() => {
    if (isWanted) void resource.ensure(parameters)
  }, [resource, parameters, isWanted, now])
  return resource.value.value
}
