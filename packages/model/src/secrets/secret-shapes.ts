/** The shape of one kind of secret. */
export interface SecretShape {
  /** The kind of secret, as named in messages. */
  readonly what: string
  /** A part of a pattern, ignoring case, that matches part of every text with such a secret. */
  readonly trace: string
  /** The pattern, for the flags `dgu`. Its group `secret` is the secret. */
  readonly source: string
  readonly ignoresCase?: true
  /**
   * The proof that a match is a secret: a word or a placeholder can have the same shape, so it must look random, too.
   */
  readonly needsProof?: Proof
}

export type Proof = 'token' | 'password'

const tokenWords = [
  'api[ _-]?(?:key|token)|(?:access|auth|secret|private)[ _-]?(?:key|token)|(?:client[ _-]?)?secret|token',
  'токен|api[ -]?ключ|ключ api|api[ -]?schlüssel|zugangsschlüssel|clé api|clave api|chiave api|klucz api|chave api',
].join('|')

const passwordWords = [
  'password|passwd|passphrase|passcode|pwd|passwort|kennwort|mot de passe|contraseña|senha|palavra-passe|hasło|parolă',
  'parola|parol|şifrə|пароль|парол|гасло|құпия ?сөз|сырсөз|პაროლი|գաղտնաբառ',
].join('|')

/** The name of a private key in its first and last line. */
const keyName = '(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----'

/** The end of a line, as it is or escaped, also in a quoted mail. */
const lineGap = '(?:\\s|\\\\n|>){1,6}'

/** Everything up to the last line of a private key. */
const wholeKey = `(?:(?!-----BEGIN)[\\s\\S]){0,16384}?-----END ${keyName}`

/** The headers and lines of a private key that is cut off; the last line may be short. */
const keyLines = [
  `(?:${lineGap}[A-Za-z-]{1,20}: [^\\n]{0,100}){0,5}`,
  `(?:${lineGap}[A-Za-z0-9+/=]{16,})+`,
  `(?:${lineGap}[A-Za-z0-9+/]{1,60}={1,2})?`,
].join('')

/**
 * The shapes of known keys, tokens and passwords, the most specific first. A pattern begins only where a word begins,
 * or is short, so that a text is read in linear time.
 */
export const secretShapes: readonly SecretShape[] = [
  issued('an AWS access key', 'A[BKS]IA|ACCA', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'),
  issued('a GitHub token', 'gh[opsur]_|github_pat_', '(?:gh[opsur]|github_pat)_[A-Za-z0-9_]{30,255}'),
  issued('a GitLab token', 'gl[a-z]{2,5}-', 'gl(?:pat|oas|rt|dt|ptt|ft|agent|cbt|imt|soat)-[A-Za-z0-9_.-]{18,300}'),
  issued('a Slack token', 'xox|xapp-', '(?:xox[a-z](?:\\.xox[a-z])?|xapp)-[A-Za-z0-9-]{10,400}'),
  issued('a Slack webhook', 'hooks\\.slack', 'hooks\\.slack\\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,200}'),
  issued('a Stripe key', '[rs]k_|whsec_', '[rs]k_(?:live|test)_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/=]{20,100}'),
  issued('an Anthropic key', 'sk-ant-', 'sk-ant-[A-Za-z0-9_-]{20,300}'),
  issued(
    'an OpenAI key',
    'sk-',
    'sk-(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,300}|sk-[A-Za-z0-9]{20,100}',
    'token',
  ),
  issued('a Google API key', 'AIza', 'AIza[A-Za-z0-9_-]{35}'),
  issued('a Google client secret', 'GOCSPX-', 'GOCSPX-[A-Za-z0-9_-]{20,60}'),
  issued('an npm token', 'npm_', 'npm_[A-Za-z0-9]{36}'),
  issued('a PyPI token', 'pypi-', 'pypi-[A-Za-z0-9_-]{40,500}', 'token'),
  issued('a Hugging Face token', 'hf_', 'hf_[A-Za-z0-9]{30,60}'),
  issued('a SendGrid key', 'SG\\.', 'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,128}'),
  issued('a Shopify token', 'shp[acs][tas]_', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'),
  issued('a DigitalOcean token', 'do[opr]_v1_', 'do[opr]_v1_[a-f0-9]{64}'),
  issued('a Yandex key', 'AQVN|y[0-3]_', 'AQVN[A-Za-z0-9_-]{34,40}|y[0-3]_[A-Za-z0-9_-]{50,200}'),
  issued('a Telegram bot token', '\\d:[A-Za-z0-9_-]{35}', '\\d{8,10}:[A-Za-z0-9_-]{35}', 'token'),
  issued('a Twilio key', 'SK[0-9a-f]{32}', 'SK[0-9a-f]{32}'),
  issued('a JSON Web Token', 'eyJ', 'eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}'),
  {
    what: 'a private key',
    trace: '-----BEGIN',
    source: `(?<secret>-----BEGIN ${keyName}(?:${wholeKey}|(?:${keyLines})?))`,
  },
  {
    what: 'a password in a link',
    trace: '://[^\\s@]{1,200}@',
    source: '[A-Za-z]://[^\\s/?#:@]{0,64}:(?<secret>[^\\s/?#@]{1,128})@[\\p{L}\\p{N}]',
  },
  {
    what: 'an access token',
    trace: 'bearer',
    source: '(?<![\\p{L}\\p{N}])bearer[ \\t]{1,3}(?<secret>[A-Za-z0-9._~+/=-]{16,4096})',
    ignoresCase: true,
    needsProof: 'token',
  },
  assigned('a key or token', tokenWords, '[A-Za-z0-9._~+/=-]{16,512}', 'token'),
  assigned('a password', passwordWords, '[^\\s"\'`«»“”„<>,;|]{8,128}', 'password'),
]

/** A secret that is recognized by its issuer's prefix. */
function issued(what: string, trace: string, shape: string, needsProof?: Proof): SecretShape {
  const source = `(?<![A-Za-z0-9_-])(?<secret>${shape})(?![A-Za-z0-9_])`
  return { what, trace, source, ...(needsProof === undefined ? {} : { needsProof }) }
}

/** A secret that is recognized by the words before it: `password: …`, `token=…`. */
function assigned(what: string, words: string, shape: string, needsProof: Proof): SecretShape {
  const link = '["\'`]?\\s{0,3}(?:[:=]|=>|—|–|\\s(?:is|ist|est|es|to|это|-)\\s)\\s{0,3}["\'`«“„]?'
  const source = `(?<![\\p{L}\\p{N}])(?:${words})${link}(?<secret>${shape})`
  return { what, trace: words, source, ignoresCase: true, needsProof }
}
