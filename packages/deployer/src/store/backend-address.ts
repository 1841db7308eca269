import { isLoopback } from '@scenewright/client'
import { OperationError } from '@scenewright/model'

/**
 * Reads the address of a state backend: https, or http to this machine alone, without credentials. Anything else is an
 * OperationError `config`; its message never shows what stands before an @. `field` is where the config has it.
 */
export function backendAddress(text: string, field: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw refused(`the ${field} of the state is not an http address`, 'give it as https://<host>/<path>')
  }
  if (url.username !== '' || url.password !== '') {
    const help = 'credentials come from the environment: SCENEWRIGHT_STATE_USERNAME and SCENEWRIGHT_STATE_PASSWORD'
    throw refused(`the ${field} of the state holds credentials`, help)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused(`the ${field} of the state is not https`, 'plain http goes to this machine only')
  }
  return url
}

function refused(message: string, help: string): OperationError {
  return new OperationError('config', message, { help })
}
