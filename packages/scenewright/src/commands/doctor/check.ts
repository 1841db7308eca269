import { OperationError } from '@scenewright/model'

/** One thing that was looked at. What is not ok says what to do. */
export interface Check {
  readonly name: string
  readonly status: 'ok' | 'missing' | 'wrong'
  readonly detail: string
}

/** Looks at something; what the world refuses is a check that says so. */
export async function checked(name: string, look: () => Promise<Omit<Check, 'name'>>): Promise<Check> {
  try {
    return { name, ...(await look()) }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    const { message, help } = error
    return { name, status: 'wrong', detail: help === undefined ? message : `${message}; ${help}` }
  }
}
