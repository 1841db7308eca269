import { signal } from '@preact/signals'
import type { StudioEvent } from '../../commands/studio/protocol.ts'
import { followChange } from './project.ts'
import { RequestError, request } from './session.ts'

/** Whether changes of the disk arrive at once. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting')

/** Shows the server's changes from now on. */
export function followEvents(): void {
  followStream('/api/events', receive, () => {
    connection.value = 'lost'
  })
}

/** The pauses before the attempts to connect again, in milliseconds; the last one is repeated. */
const pauses = [250, 1000, 3000]

/**
 * Reads a stream of events for as long as the server accepts the token, and connects again after every interruption.
 * Calls `onEnd` after each.
 */
export async function followStream(
  path: string,
  onEvent: (event: StudioEvent) => void,
  onEnd: () => void,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await readEvents(path, onEvent).catch((error: unknown) =>
      error instanceof RequestError && error.status === 401 ? 'refused' : 'lost',
    )
    onEnd()
    if (outcome === 'refused') return
    if (outcome === 'ended') attempt = 0
    await new Promise(resolve => setTimeout(resolve, pauses[Math.min(attempt, pauses.length - 1)]))
  }
}

/** Reads one connection to its end. */
async function readEvents(path: string, onEvent: (event: StudioEvent) => void): Promise<'ended' | 'lost'> {
  const { body } = await request(path)
  if (body === null) return 'lost'
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
    if (done || value === undefined) return 'ended'
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') onEvent(JSON.parse(line))
  }
}

function receive(event: StudioEvent): void {
  switch (event.type) {
    case 'ready':
      connection.value = 'live'
      void followChange(event.revision, [])
      break
    case 'changed':
      void followChange(event.revision, event.files)
      break
    case 'findings':
      void followChange(event.revision, [])
      break
    case 'alive':
    case 'lsp':
      break
  }
}
