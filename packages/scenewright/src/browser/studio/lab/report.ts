import { computed, signal } from '@preact/signals'
import type { LabReport } from '../../../commands/lab/lab-report.ts'
import type { LabMessage } from '../../../commands/studio/protocol.ts'
import { createResource } from '../resource.ts'
import { get, post } from '../session.ts'

/** The messages that a person pasted: one a line, its expected scenario after a tab. */
export const pasted = signal('')

/** Those that are evaluated: a person asks for it. */
export const evaluated = signal<readonly LabMessage[]>([])

/** The evaluation of the examples, and of the pasted messages. */
export const lab = createResource(parameters =>
  parameters === '' ? get<LabReport>('/api/lab') : post<LabReport>('/api/lab', { messages: evaluated.peek() }),
)

/** What the report depends on. */
export const labParameters = computed(() => (evaluated.value.length === 0 ? '' : JSON.stringify(evaluated.value)))

/** The messages of a pasted text. */
export function readMessages(text: string): readonly LabMessage[] {
  return text.split('\n').flatMap((written, index) => {
    const [message = '', expected = ''] = written.split('\t').map(part => part.trim())
    if (message === '') return []
    return [{ message, line: index + 1, ...(expected !== '' && { expected }) }]
  })
}
