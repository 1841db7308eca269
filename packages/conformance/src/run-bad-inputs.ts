import { OperationError } from '@scenewright/model'
import { badInputRows } from './bad-inputs/bad-input-rows.ts'
import type { ConformanceOptions } from './run-conformance.ts'
import { type RowResult, runRows } from './run-rows.ts'
import { selectRows } from './select-rows.ts'
import { openSubject } from './subject/subject.ts'

/**
 * Sends a service requests that it must reject, generated from its own OpenAPI document: each must get one of the
 * statuses of its row, with the common shape of errors, and the service must still respond afterwards. Rejects as
 * `runConformance` does, and if the service documents no operation.
 */
export async function runBadInputs(options: ConformanceOptions): Promise<readonly RowResult[]> {
  const subject = await openSubject(options)
  try {
    if (subject.operations.length === 0) {
      throw new OperationError('service', 'the service has no OpenAPI document at /openapi.json', {
        help: 'bad inputs are made from that document',
      })
    }
    return await runRows(selectRows(await badInputRows(subject), options.only), subject, options.onRow ?? (() => {}))
  } finally {
    await subject.close()
  }
}
