import type { CallOptions, Client } from '@scenewright/client'

/**
 * Lets requests that a server never answers time out without waiting: once every request under way is one of them, all
 * of them are given up. To the client that is the same as a time-out.
 */
export class Silence {
  readonly #underWay = new Set<AbortController>()
  #unanswered = 0

  /** The server has decided never to answer a request. */
  leaveUnanswered(): void {
    this.#unanswered += 1
    this.#giveUp()
  }

  /** A client whose requests this watches. All clients of one server have to be watched. */
  watch(client: Client): Client {
    return {
      ...client,
      importScenario: (bot, document, call) => this.#send(call, own => client.importScenario(bot, document, own)),
      updateScenario: (bot, id, change, call) => this.#send(call, own => client.updateScenario(bot, id, change, own)),
      publishVersion: (target, isOn, call) => this.#send(call, own => client.publishVersion(target, isOn, own)),
      switchScenario: (bot, id, isOn, call) => this.#send(call, own => client.switchScenario(bot, id, isOn, own)),
    }
  }

  async #send<Result>(call: CallOptions = {}, send: (call: CallOptions) => Promise<Result>): Promise<Result> {
    const end = new AbortController()
    this.#underWay.add(end)
    const signal = call.signal === undefined ? end.signal : AbortSignal.any([end.signal, call.signal])
    try {
      return await send({ signal })
    } finally {
      this.#underWay.delete(end)
      this.#giveUp()
    }
  }

  #giveUp(): void {
    if (this.#unanswered === 0 || this.#underWay.size > this.#unanswered) return
    const ends = [...this.#underWay]
    this.#underWay.clear()
    this.#unanswered = 0
    for (const end of ends) end.abort()
  }
}
