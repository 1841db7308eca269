// `node scripts/bench/scale.mjs`: where a queue in PostgreSQL ends, from a discrete-event simulation. It is seeded, so
// its table is always the same. docs/scale.md shows the table and explains the assumptions.
/** Measured with `npm run bench -- --only service`, on two cores: completions per second. */
const measured = { process: 1750 }
/** Assumptions. */
const assumed = {
  /** Cores of the machine of PostgreSQL, and the share of a measured completion that is its work. */
  databaseCores: 16,
  databaseShare: 0.4,
  measuredCores: 2,
  /** Seconds for which the simulation runs, and the messages in each simulated arrival. */
  seconds: 20,
  group: 10,
}

/** A deterministic generator of numbers from 0 to 1 (mulberry32). */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Messages arrive at random, pass a process, and then the database, which work in order of arrival. A bot's messages go
 * to any process. Returns the share of messages that are answered in time, and the 99th percentile of the wait.
 */
function simulate({ rate, processes, databases = 1, bots, seed = 1 }) {
  const random = createRandom(seed)
  const { group, seconds } = assumed
  const ownSeconds = (group / measured.process) * (1 - assumed.databaseShare)
  const sharedSeconds =
    (group / measured.process) * assumed.databaseShare * (assumed.measuredCores / assumed.databaseCores)
  const processFree = new Float64Array(processes)
  const databaseFree = new Float64Array(databases)
  const waits = []
  for (let now = 0; now < seconds; ) {
    now += (-Math.log(1 - random()) * group) / rate
    const bot = Math.floor(random() * bots)
    const own = processFree.indexOf(Math.min(...processFree))
    const answeredAt = Math.max(now, processFree[own]) + ownSeconds
    processFree[own] = answeredAt
    // All data of a bot is in one database.
    const shared = bot % databases
    const storedAt = Math.max(answeredAt, databaseFree[shared]) + sharedSeconds
    databaseFree[shared] = storedAt
    waits.push(storedAt - now)
  }
  waits.sort((one, other) => one - other)
  const inTime = waits.filter(wait => wait <= 1).length
  return { inTime: inTime / waits.length, p99: waits[Math.floor(waits.length * 0.99)] ?? 0 }
}

/** The table of the page, as Markdown. */
function scaleTable() {
  const rows = [
    { bots: 10, rate: 1000, processes: 1 },
    { bots: 10, rate: 10_000, processes: 1 },
    { bots: 10, rate: 10_000, processes: 4 },
    { bots: 10, rate: 10_000, processes: 8 },
    { bots: 100, rate: 10_000, processes: 8 },
    { bots: 1000, rate: 10_000, processes: 8 },
    { bots: 1000, rate: 40_000, processes: 20 },
    { bots: 1000, rate: 40_000, processes: 20, databases: 2 },
  ]
  const lines = rows.map(row => {
    const { inTime, p99 } = simulate(row)
    const cells = [
      row.bots,
      row.rate,
      row.processes,
      row.databases ?? 1,
      `${(inTime * 100).toFixed(0)} %`,
      p99.toFixed(2),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const head = '| bots | messages per second | processes | databases | answered within 1 s | 99th percentile, s |'
  return [head, '|---|---|---|---|---|---|', ...lines].join('\n')
}

console.log(scaleTable())
