import { ask } from './ask.ts'
import { check } from './check.ts'
import { diff } from './diff.ts'
import { lab } from './lab.ts'
import { overview } from './overview.ts'
import { applyEdit, proposeEdit } from './propose-edit.ts'
import { test } from './test.ts'

/** Every tool for agents: one file, one line. None of them deploys. */
export const tools = [overview, check, ask, test, diff, lab, proposeEdit, applyEdit] as const
