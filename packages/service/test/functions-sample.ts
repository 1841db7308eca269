import type { BotFunction } from '../src/resources/functions/table.ts'

/** A function that GETs an address, with the defaults of a new one but a shorter time-out. */
export function functionAt(request_url: string, fields: Partial<BotFunction> = {}): BotFunction {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    bot_id: '00000000-0000-4000-8000-000000000002',
    sequence: 1,
    name: 'f',
    description: '',
    strict: false,
    is_enabled: true,
    request_method: 'GET',
    request_url,
    input_schema_json: {},
    request_body_template: '',
    response_path: '',
    timeout_ms: 2000,
    max_response_bytes: 262_144,
    allow_redirects: false,
    headers: [],
    created_at: new Date(0),
    updated_at: new Date(0),
    deleted_at: null,
    ...fields,
  }
}
