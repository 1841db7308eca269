import type { Migration } from 'kysely'
import { agents } from './agents.ts'
import { embeddings } from './embeddings.ts'
import { erasure } from './erasure.ts'
import { exactMeta } from './exact-meta.ts'
import { foundations } from './foundations.ts'
import { functions } from './functions.ts'
import { guards } from './guards.ts'
import { knowledge } from './knowledge.ts'
import { records } from './records.ts'
import { scale } from './scale.ts'
import { traceContext } from './trace-context.ts'
import { webhookSecrets } from './webhook-secrets.ts'

/** Every migration, in the order of its name. One that was released is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-foundations': foundations,
  '0002-functions': functions,
  '0003-knowledge': knowledge,
  '0004-webhook-secrets': webhookSecrets,
  '0005-agents': agents,
  '0007-records': records,
  '0008-exact-meta': exactMeta,
  '0009-guards': guards,
  '0010-erasure': erasure,
  '0011-scale': scale,
  '0012-trace-context': traceContext,
  '0013-embeddings': embeddings,
}
