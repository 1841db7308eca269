import { randomUUID } from 'node:crypto'
import { ownBot } from '../bots/own-bot.ts'
import { checkMeta } from '../completions/check-meta.ts'
import type { Account, Bot } from '../database/tables.ts'
import { newDialogueRow } from '../dialogues/dialogue-row.ts'
import { findDialogue } from '../dialogues/find-dialogue.ts'
import { Refusal } from '../http/refusal.ts'
import { defineRoute } from '../http/route.ts'
import { acceptedCompletion, newCompletion } from '../schemas/completion.ts'
import type { Infer } from '../schemas/infer.ts'
import type { ServiceContext } from '../service-context.ts'

/** A request that is answered later. */
export const createCompletion = defineRoute({
  name: 'createCompletion',
  method: 'POST',
  url: '/bots/{uniqueId}/completion',
  summary: 'Queues a request; its result comes by webhook, and stands in the journal.',
  body: newCompletion,
  status: 201,
  response: acceptedCompletion,
  refusals: [400, 402, 403, 404],
  async handle({ account, parameters, body }, service) {
    const bot = await ownBot(parameters.uniqueId, account, service)
    checkMeta(body.meta)
    checkAttachments(body.attachment_ids)
    const dialogue = await dialogueOf(bot, body, service)
    if (!service.credits.take(account.id)) throw new Refusal(402, 'The balance is too small for a request.')
    const id = randomUUID()
    try {
      await service.acceptance({
        completion: { ...rowOf(account, bot, body), ...timesOf(service.clock()), id, dialogue_id: dialogue.id },
        ...(dialogue.row !== undefined && { dialogue: dialogue.row }),
      })
    } catch (error) {
      service.credits.giveBack(account.id)
      throw error
    }
    return { message: 'The request is queued.', unique_id: id }
  },
})

type Body = Infer<typeof newCompletion>

function rowOf(account: Account, bot: Bot, body: Body) {
  return {
    account_id: account.id,
    bot_id: bot.id,
    prompt: body.prompt,
    system_direct: body.system_direct ?? null,
    mode: body.mode ?? 'PROMPTER',
    is_depersonalize: body.is_depersonalize ?? false,
    meta: body.meta === undefined ? null : JSON.stringify(body.meta),
  } as const
}

function timesOf(now: Date) {
  return { created_at: now, updated_at: now }
}

/** The dialogue that is named, or the row of the one to be made, or none. */
async function dialogueOf(bot: Bot, { dialogue_id, dialogue }: Body, { kysely, clock }: ServiceContext) {
  if (dialogue_id !== undefined && dialogue !== undefined) {
    throw new Refusal(400, 'Give either "dialogue_id" or "dialogue".')
  }
  if (dialogue_id !== undefined) return { id: (await findDialogue(kysely, bot, dialogue_id)).id }
  if (dialogue === undefined) return { id: null }
  const row = newDialogueRow(bot, dialogue, clock())
  return { id: row.id, row }
}

/** Nothing can be attached yet, so that no id is known. */
function checkAttachments(ids: readonly string[] = []): void {
  const [unknown] = ids
  if (unknown !== undefined) throw new Refusal(400, `The attachment "${unknown}" is not known.`)
}
