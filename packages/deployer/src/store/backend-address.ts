import { isLoopback } from '@scenewright/client'
import { OperationError } from '@scenewright/model'

/**
 * Reads the address of a state backend: https, or http to this machine only, without credentials. Anything else is an
 * OperationError `config`; its message never shows the part before an @. `field` is its field in the config.
 */
export function backendAddress(text: string, field: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw refused(`the ${field} of the state is not an http address`, 'use the form https://<host>/<path>')
  }
  if (url.username !== '' || url.password !== '') {
    const help = 'remove them, and set SCENEWRIGHT_STATE_USERNAME and SCENEWRIGHT_STATE_PASSWORD in the environment'
    throw refused(`the ${field} of the state contains credentials`, help)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused(`the ${field} of the state is not https`, 'plain http is allowed only for this machine')
  }
  return url
}

function refused(message: string, help: string): OperationError {
  return new OperationError('config', message, { help })
}
