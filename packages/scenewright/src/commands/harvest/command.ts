import { createMask, type MaskedKind } from '@scenewright/checker/personal-data'
import { OperationError } from '@scenewright/model'
import { environmentDefaults } from '@scenewright/model/config'
import { count } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import type { CommandDefinition, Invocation } from '../../shell/command.ts'
import { ownCommand } from '../../shell/installation.ts'
import { waitToRetry } from '../../shell/pause.ts'
import { type EnvironmentOptions, environmentOption } from '../deploy/deploy-options.ts'
import { chosenEnvironment, requireCredentials } from '../deploy/environment.ts'
import { type HarvestFile, type HarvestProgress, openHarvestFile } from './harvest-file.ts'
import { createRow, type RowFormat, rowFormatOf } from './message-rows.ts'
import { dayOf, readJournal } from './read-journal.ts'

interface Options extends EnvironmentOptions {
  readonly since: string
  readonly until?: string
  readonly out: string
  readonly mask: boolean
  readonly force?: boolean
}

export const harvest: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command =>
    environmentOption(command)
      .requiredOption('--since <date>', 'the first day, in UTC: 2026-05-01', readDay('--since'))
      .option('--until <date>', 'the last day (default: today)', readDay('--until'))
      .requiredOption('--out <file>', 'where the messages are written: .csv, .jsonl or .ndjson')
      .option('--no-mask', 'write personal data as it is')
      .option('--force', 'replace an existing file, and discard an unfinished one with other options'),
  examples: [
    ['scenewright harvest --env production --since 2026-05-01 --out messages.csv', 'the messages since that day'],
    ['scenewright lab --replay messages.csv', 'what they would start now'],
  ],
  async run(invocation, _args, options) {
    const { terminal } = invocation
    const project = await openConfig(invocation, options)
    const { name, environment } = chosenEnvironment(project, options.env)
    const { email, apiKey } = requireCredentials(name, invocation.env)
    const { since, until = dayOf(Date.now()) } = options
    if (since > until)
      throw new OperationError(
        'usage',
        `--since ${since} is after ${options.until === undefined ? 'today' : '--until'}, ${until}`,
      )
    const { url, bot, timeout_ms: timeoutMs } = { ...environmentDefaults, ...environment }
    const { createClient } = await import('@scenewright/client')
    const client = createClient({ url, email, apiKey, timeoutMs })
    const format = rowFormatOf(options.out)
    const request = { url, bot, since, until: options.until ?? null, mask: options.mask }
    const opening = { cwd: invocation.cwd, path: options.out, format, request }
    const file = await openHarvestFile(opening, { force: options.force === true })
    if (!options.mask) terminal.err('Personal data is not masked: keep the file out of git, and delete it after use.\n')
    const mask = options.mask ? createMask(project.config) : (text: string) => ({ text, kinds: [] })
    const harvested = await write(invocation, { client, bot, file, format, mask, since, until, path: options.out })
    printResult(invocation, options, harvested)
    return 0
  },
}

interface Writing {
  readonly client: Parameters<typeof readJournal>[0]['client']
  readonly bot: string
  readonly file: HarvestFile
  readonly format: RowFormat
  readonly mask: Parameters<typeof createRow>[1]
  readonly since: string
  readonly until: string
  /** The file as the user names it. */
  readonly path: string
}

/** The result of a harvest. */
interface Harvested {
  readonly until: string
  readonly messages: number
  /** Whether an earlier run was continued. */
  readonly isResumed: boolean
  /** The number of masked parts, by kind. */
  readonly masked: { readonly [kind in MaskedKind]?: number }
}

async function write(invocation: Invocation, writing: Writing): Promise<Harvested> {
  const { client, bot, file, format, mask, path } = writing
  const { terminal, signal, showProgress } = invocation
  const { resumed } = file
  const until = resumed?.until ?? writing.until
  const masked = { ...resumed?.masked }
  let messages = resumed?.messages ?? 0
  const known = resumed?.known ?? new Set<string>()
  let position = resumed?.position ?? { day: writing.since, skip: 0, listed: 0 }
  let ofDay = known.size
  const before = messages - ofDay
  if (resumed !== undefined) terminal.err(`Continuing with ${count(messages, 'message')} in ${path}.part\n`)
  try {
    const onMissing = (period: { since: string; until: string }, missing: number) =>
      terminal.err(
        `The journal lists ${count(missing, 'message')} more from ${period.since} to ${period.until} than it returns\n`,
      )
    const wait = (ms: number, error: Error) => {
      showProgress('')
      return waitToRetry(invocation, ms, error)
    }
    const reading = { client, bot, signal, wait, onMissing }
    for await (const { records, next, total } of readJournal(reading, position, { until, known })) {
      const rows = records.map(record => createRow(record, mask))
      for (const kind of rows.flatMap(({ kinds }) => kinds)) masked[kind] = (masked[kind] ?? 0) + 1
      messages += rows.length
      ofDay = next.day === position.day ? ofDay + rows.length : 0
      position = next
      const progress: HarvestProgress = { until, position, messages, ofDay, masked }
      await file.append(rows.map(row => format.write(row)).join(''), progress)
      showProgress(`${messages} of ${count(Math.max(before + total, messages), 'message')} read …`)
      signal.throwIfAborted()
    }
    await file.finish()
    showProgress('')
  } catch (error) {
    showProgress('')
    if (messages > 0)
      terminal.err(`${count(messages, 'message')} in ${path}.part so far: run the same command again to continue\n`)
    throw error
  } finally {
    await file.close()
  }
  return { until, messages, isResumed: resumed !== undefined, masked }
}

function printResult({ terminal, env }: Invocation, { format, since, out, mask }: Options, harvested: Harvested): void {
  const { until, messages, isResumed, masked } = harvested
  const kinds = Object.entries(masked).sort(([a], [b]) => (a < b ? -1 : 1))
  if (format === 'json') {
    const report = {
      version: 1,
      file: out,
      since,
      until,
      messages,
      resumed: isResumed,
      masked: mask ? Object.fromEntries(kinds) : null,
    }
    terminal.out(json(report))
    return
  }
  terminal.out(`${count(messages, 'message')} from ${since} to ${until} in ${out}\n`)
  const parts = kinds.map(([kind, number]) => `${number} [${kind}]`).join(', ')
  if (mask) terminal.out(parts === '' ? 'nothing to mask was found\n' : `masked: ${parts}\n`)
  if (messages > 0) terminal.err(`\nNext:\n  ${ownCommand(env)} lab --replay ${out}\n`)
}

/** Parses a day that exists. */
function readDay(option: string): (text: string) => string {
  return text => {
    const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
    if (!Number.isNaN(time) && dayOf(time) === text) return text
    throw new OperationError('usage', `${option} must be a day, not "${text}"`, {
      help: `for example, ${option} 2026-05-01`,
    })
  }
}
