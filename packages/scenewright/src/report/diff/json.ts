import { json as print } from '../json.ts'
import { countLevels, type DiffFormat } from './format.ts'

/** For programs: `schemas/diff.schema.json`. */
export const json: DiffFormat = ({ base, head, scenarios, behaviour }) =>
  print({ version: 1, base, head, summary: countLevels(scenarios), scenarios, behaviour })
