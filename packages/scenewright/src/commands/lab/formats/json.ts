import { json as pretty } from '../../../render/json.ts'
import type { LabFormat } from '../lab-report.ts'

/** For programs: the whole report, as `schemas/lab-report.schema.json` describes. */
export const json: LabFormat = report => pretty(report)
