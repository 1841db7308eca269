import type { Migration } from 'kysely'
import { foundations } from './foundations.ts'
import { functions } from './functions.ts'
import { knowledge } from './knowledge.ts'

/** Every migration, in the order of its name. One that was released is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-foundations': foundations,
  '0002-functions': functions,
  '0003-knowledge': knowledge,
}
