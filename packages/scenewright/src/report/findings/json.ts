import { json as toJson } from '../json.ts'
import type { FindingsFormat } from './format.ts'

/** For programs: `schemas/findings.schema.json`. */
export const json: FindingsFormat = ({ findings, summary }) => toJson({ version: 1, findings, summary })
