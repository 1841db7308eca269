import { type Migration, sql } from 'kysely'

/** The caller's data of completions as the text that was sent. What is stored stays as it is. */
export const exactMeta: Migration = {
  async up(database) {
    await sql.raw('alter table completions alter column meta type text').execute(database)
  },
}
