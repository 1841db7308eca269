import { signal } from '@preact/signals'
import { followChange } from './project.ts'
import { RequestError, request } from './session.ts'

/** Whether changes of the disk arrive at once. `refused`: the studio that gave this page its token has ended. */
export const connection = signal<'connecting' | 'live' | 'lost' | 'refused'>('connecting')

/** What the server reports; other types are for other readers. */
type StudioEvent =
  | { readonly type: 'ready'; readonly revision: number }
  | { readonly type: 'changed'; readonly revision: number; readonly files: readonly string[] }
  | { readonly type: 'findings'; readonly revision: number }
  | { readonly type: 'alive' }

/** The pauses before the attempts to connect again, in milliseconds; the last one is repeated. */
const pauses = [250, 1000, 3000]

/** Reads the server's events for as long as it accepts the token, and connects again after every interruption. */
export async function followEvents(): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await readEvents().catch((error: unknown) =>
      error instanceof RequestError && error.status === 401 ? 'refused' : 'lost',
    )
    connection.value = outcome === 'refused' ? 'refused' : 'lost'
    if (outcome === 'refused') return
    if (outcome === 'ended') attempt = 0
    await new Promise(resolve => setTimeout(resolve, pauses[Math.min(attempt, pauses.length - 1)]))
  }
}

/** Reads one connection to its end. */
async function readEvents(): Promise<'ended' | 'lost'> {
  const { body } = await request('/api/events')
  if (body === null) return 'lost'
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
    if (done || value === undefined) return 'ended'
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') receive(JSON.parse(line))
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
      break
  }
}
