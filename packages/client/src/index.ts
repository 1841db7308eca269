export { type CallOptions, type Client, type ClientOptions, createClient } from './client.ts'
export { type Answer, type Exchange, exchange } from './exchange.ts'
export type {
  BotChange,
  BotFields,
  BotRecord,
  BotWebhook,
  CompletionRequest,
  CompletionTicket,
  DialogueFields,
  DialogueRecord,
  FunctionFields,
  FunctionQuery,
  FunctionRecord,
  JournalQuery,
  JournalRecord,
  ListQuery,
  Page,
  ScenarioRecord,
  VersionRecord,
} from './records.ts'
export { retryAfterMs } from './retry-after.ts'
export { isLoopback } from './service-address.ts'
export { type Outcome, ServiceError } from './service-error.ts'
