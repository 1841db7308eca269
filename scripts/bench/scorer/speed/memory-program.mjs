// Prepares a thousand scenarios and scores a thousand messages: its peak memory is measured from outside.
import { readFileSync } from 'node:fs'
import { botOf, loadSimulator } from '../simulator.mjs'

const [, , simulatorFile, questionFile] = process.argv
const { examplesByIntent, messages } = JSON.parse(readFileSync(questionFile, 'utf8'))
const { scorer } = botOf(await loadSimulator(simulatorFile), new Map(examplesByIntent))
for (const message of messages) scorer.score(message)
