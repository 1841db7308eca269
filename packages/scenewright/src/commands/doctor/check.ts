import { OperationError } from '@scenewright/model'

/** The result of one check. A problem includes advice. */
export interface Check {
  readonly name: string
  readonly status: 'ok' | 'missing' | 'wrong'
  readonly detail: string
}

/** Runs a check; an OperationError becomes a failed check. */
export async function checked(name: string, look: () => Promise<Omit<Check, 'name'>>): Promise<Check> {
  try {
    return { name, ...(await look()) }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    const { message, help } = error
    return { name, status: 'wrong', detail: help === undefined ? message : `${message}; ${help}` }
  }
}
