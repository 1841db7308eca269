import { type Migration, sql } from 'kysely'

/** The secret that signs each bot's results: 244 random bits from the database, in the form of Standard Webhooks. */
export const webhookSecrets: Migration = {
  async up(database) {
    await sql.raw(`alter table bots add column webhook_secret text not null default (${newSecret})`).execute(database)
  },
}

const newSecret = `'whsec_' || encode(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), 'base64')`
