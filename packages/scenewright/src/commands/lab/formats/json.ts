import { json as pretty } from '../../../render/json.ts'
import type { LabFormat } from '../lab-report.ts'

/** For programs: all of it, as `schemas/lab-report.schema.json` says. */
export const json: LabFormat = report => pretty(report)
