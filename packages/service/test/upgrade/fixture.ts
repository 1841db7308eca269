import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IssuedAccount } from '../../src/index.ts'

/** `fixture.json`: the account of a fixture, and what its data contains. */
export interface FixtureRecord extends IssuedAccount {
  readonly created_at: string
  /** The value of the encrypted header of its function. */
  readonly header_value: string
  /** The migrations of the version that wrote it. */
  readonly migrations: readonly string[]
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>
}

/** The data of a service of an earlier version, in all its forms. */
export interface Fixture {
  /** The last migration of that version. */
  readonly name: string
  readonly record: FixtureRecord
  /** The path of one of its files. */
  path(file: 'data-folder.tar.gz' | 'header.key' | 'postgres.sql.gz' | 'service.backup'): string
}

const parent = fileURLToPath(new URL('./fixtures/', import.meta.url))

/** All fixtures, the oldest first. */
export const fixtures: readonly Fixture[] = readdirSync(parent, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => ({
    name,
    record: JSON.parse(readFileSync(join(parent, name, 'fixture.json'), 'utf8')),
    path: file => join(parent, name, file),
  }))
