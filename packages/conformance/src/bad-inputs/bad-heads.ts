/** The head of a bad request: the raw text sent before the body. */
export interface BadHead {
  readonly why: string
  /** The method, the address and the version. */
  readonly line?: string
  /** Header lines besides Host, Authorization and Connection. */
  readonly lines: readonly string[]
  readonly hasHost?: false
  readonly body?: string
  readonly expects: readonly number[]
}

const post = 'POST /api/v1/bots HTTP/1.1'
const json = 'Content-Type: application/json'

/** Heads that are not HTTP, or HTTP that no well-behaved client sends. */
export const badHeads: readonly BadHead[] = [
  { why: 'a first line that is not HTTP', line: 'NONSENSE', lines: [], expects: [400] },
  { why: 'an unknown version', line: 'GET /api/v1/bots HTTP/9.9', lines: [], expects: [400, 505] },
  { why: 'a method in lower case', line: 'get /api/v1/bots HTTP/1.1', lines: [], expects: [400, 404, 405] },
  { why: 'an unknown method', line: 'FETCH /api/v1/bots HTTP/1.1', lines: [], expects: [400, 404, 405, 501] },
  { why: 'no address', line: 'GET HTTP/1.1', lines: [], expects: [400] },
  { why: 'an address without a slash', line: 'GET api/v1/bots HTTP/1.1', lines: [], expects: [400, 404] },
  { why: 'an asterisk as address', line: 'OPTIONS * HTTP/1.1', lines: [], expects: [400, 404, 405] },
  {
    why: 'an address of 70,000 characters',
    line: `GET /api/v1/${'x'.repeat(70_000)} HTTP/1.1`,
    lines: [],
    expects: [400, 404, 414, 431],
  },
  { why: 'no host', lines: [], hasHost: false, expects: [400] },
  { why: 'a header without a colon', lines: ['Nonsense'], expects: [400] },
  { why: 'a header whose name has a space', lines: ['X A: b'], expects: [400] },
  { why: 'a header without a name', lines: [': b'], expects: [400] },
  { why: 'a header that contains NUL', lines: ['X-A: a\0b'], expects: [400] },
  { why: 'a header of 100,000 characters', lines: [`X-A: ${'a'.repeat(100_000)}`], expects: [400, 431] },
  {
    why: 'five thousand headers',
    lines: Array.from({ length: 5000 }, (_, index) => `X-${index}: a`),
    expects: [200, 400, 431],
  },
  {
    why: 'a second authorization',
    lines: [`Authorization: Basic ${'x'.repeat(9000)}`],
    expects: [200, 400, 401, 429, 431],
  },
  {
    why: 'a Content-Length that is not a number',
    line: post,
    lines: [json, 'Content-Length: ten'],
    body: '{}',
    expects: [400],
  },
  { why: 'a negative Content-Length', line: post, lines: [json, 'Content-Length: -1'], body: '{}', expects: [400] },
  {
    why: 'two Content-Lengths',
    line: post,
    lines: [json, 'Content-Length: 2', 'Content-Length: 3'],
    body: '{}',
    expects: [400],
  },
  {
    why: 'a Content-Length with chunks',
    line: post,
    lines: [json, 'Content-Length: 2', 'Transfer-Encoding: chunked'],
    body: '0\r\n\r\n',
    expects: [400],
  },
  {
    why: 'a chunk whose size is not a number',
    line: post,
    lines: [json, 'Transfer-Encoding: chunked'],
    body: 'zz\r\n{}\r\n',
    expects: [400],
  },
  {
    why: 'an unknown transfer encoding',
    line: post,
    lines: [json, 'Transfer-Encoding: nonsense'],
    body: '{}',
    expects: [400, 501],
  },
  {
    why: 'a body that is not compressed as declared',
    line: post,
    lines: [json, 'Content-Encoding: gzip', 'Content-Length: 2'],
    body: '{}',
    expects: [400, 415],
  },
  { why: 'an unknown expectation', lines: ['Expect: nonsense'], expects: [200, 400, 417] },
  { why: 'another protocol', lines: ['Upgrade: nonsense'], expects: [200, 400, 426] },
  { why: 'a requested response type other than JSON', lines: ['Accept: image/png'], expects: [200, 406] },
  {
    why: 'a body in UTF-16',
    line: post,
    lines: ['Content-Type: application/json; charset=utf-16', 'Content-Length: 2'],
    body: '{}',
    expects: [400, 415],
  },
]
