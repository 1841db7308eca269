export { createTemplate } from './database/template.ts'
export { openApiDocument } from './http/openapi.ts'
export { type IssuedAccount, initAccount } from './init-account.ts'
export { type RunningService, type ServiceOptions, startService } from './service.ts'
