import { type Migration, sql } from 'kysely'

/** Stores the caller's data of a completion as the text that was sent. Stored values do not change. */
export const exactMeta: Migration = {
  async up(database) {
    await sql.raw('alter table completions alter column meta type text').execute(database)
  },
}
