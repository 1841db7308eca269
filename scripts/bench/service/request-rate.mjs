import { Agent, request } from 'node:http'

const callers = 16
const agent = new Agent({ keepAlive: true })

/** The requests per second of a server with 16 callers: `count` requests, each with the expected status. */
export async function requestRate({ url, method, headers, body, status }, count) {
  let left = count
  const caller = async () => {
    while (left > 0) {
      left -= 1
      await exchange({ url, method, headers, body, status })
    }
  }
  const started = process.hrtime.bigint()
  await Promise.all(Array.from({ length: callers }, caller))
  return count / (Number(process.hrtime.bigint() - started) / 1e9)
}

/** One request on a kept connection; resolves with the text of its response. */
export function exchange({ url, method = 'POST', headers, body, status }) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      answer.on('end', () => {
        if (answer.statusCode === status) resolve(text)
        else reject(new Error(`${method} ${url} was answered with ${answer.statusCode}: ${text}`))
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
