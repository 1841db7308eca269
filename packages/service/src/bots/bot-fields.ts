/** The fields of a bot that both creation and change take as they are. */
export const botFields = [
  'name',
  'gpt_version',
  'embedding_version',
  'primary_language',
  'first_line_greeting_enabled',
  'first_line_greeting_text',
  'rag_clarify_enabled',
  'scenario_clarify_enabled',
  'scenario_clarify_min_confidence',
  'scenario_clarify_margin',
  'allow_public_sources_in_support',
  'tools_enabled',
  'anonymize_pii',
  'max_output_tokens',
] as const
