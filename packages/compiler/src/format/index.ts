export { type FormattedFile, formatFiles } from './format-files.ts'
export { printTests, type TestsToPrint } from './print-tests.ts'
export { replaceFile } from './replace-file.ts'
export { saveConversation } from './save-conversation.ts'
