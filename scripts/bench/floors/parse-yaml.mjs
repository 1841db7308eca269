// The lower bound of a YAML check: only reads the sources below the working folder and parses each with the library.
import { readdirSync, readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'

for (const file of readdirSync('scenarios', { recursive: true })) {
  if (file.endsWith('.scenario.yaml')) parseDocument(readFileSync(`scenarios/${file}`, 'utf8'))
}
