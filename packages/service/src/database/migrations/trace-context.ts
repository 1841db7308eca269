import { type Migration, sql } from 'kysely'

/** The span that caused a completion, so that its answer and its deliveries belong to the same trace. */
export const traceContext: Migration = {
  async up(database) {
    await sql.raw('alter table completions add column traceparent text').execute(database)
  },
}
