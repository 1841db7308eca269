import type { TextDocument } from 'vscode-languageserver-textdocument'

/**
 * Whether a document is a scenario that the client serves as plain YAML. Then the YAML extension completes and checks
 * its fields by the schema, and this server leaves them out. Other files, such as tests, are YAML everywhere.
 */
export function isPlainYaml(document: TextDocument | undefined): boolean {
  return document?.languageId === 'yaml' && /\.scenario\.ya?ml$/.test(document.uri)
}
