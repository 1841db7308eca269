export { type EntryFile, type EntryFileFormat, readEntryFile } from './read-entry-file.ts'
export { writeEntryFile } from './write-entry-file.ts'
