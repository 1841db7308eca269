/** The most versions that a list of a server may have. */
const mostVersions = 1000

/** Asks an OpenAI-compatible server which models it has. Rejects where its answer is none. */
export async function readVersions(
  address: URL,
  options: {
    readonly apiKey: string | undefined
    readonly fetch: typeof globalThis.fetch
    readonly signal: AbortSignal
  },
): Promise<readonly string[]> {
  const { apiKey, fetch, signal } = options
  const headers = { accept: 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) }
  const response = await fetch(address, { headers, signal })
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return idsOf(await response.json())
}

function idsOf(answer: unknown): readonly string[] {
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
  if (!Array.isArray(data)) throw new Error('The server answered no list of models.')
  const ids = data.flatMap((model: unknown) =>
    typeof model === 'object' && model !== null && 'id' in model && typeof model.id === 'string' ? [model.id] : [],
  )
  return ids.slice(0, mostVersions).sort()
}
