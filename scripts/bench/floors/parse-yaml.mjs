// The floor of a YAML check: reads the sources below the working folder and parses each with the library, no more.
import { readdirSync, readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'

for (const file of readdirSync('scenarios', { recursive: true })) {
  if (file.endsWith('.scenario.yaml')) parseDocument(readFileSync(`scenarios/${file}`, 'utf8'))
}
