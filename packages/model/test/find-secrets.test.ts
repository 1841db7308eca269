import { expect, test } from 'vitest'
import { findSecrets } from '../src/secrets/find-secrets.ts'

/** Made up, and put together here so that no scanner of this repository takes them for real. */
const letters = 'aZ3kQ9mT7xW2vB8nR5cY1pL6sD4fG0hJ'
const hex = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
const joined = (...parts: readonly string[]) => parts.join('')

const secrets: readonly (readonly [what: string, secret: string])[] = [
  ['an AWS access key', joined('AKIA', 'IOSFODNN7EXAMPLE')],
  ['an AWS access key', joined('ASIA', 'Y34FZKBOKMUTVV7A')],
  ['a GitHub token', joined('gh', 'p_', letters, 'Ab12')],
  ['a GitHub token', joined('github', '_pat_', '11ABCDEFG0', letters, '_', letters)],
  ['a GitLab token', joined('gl', 'pat-', 'x7Kq2mN9pR4tV6wY8zB1')],
  ['a Slack token', joined('xo', 'xb-', '123456789012-1234567890123-', letters)],
  ['a Slack webhook', joined('hooks.', 'slack.com/services/', 'T01ABCDEF/B01ABCDEF/', letters)],
  ['a Stripe key', joined('sk', '_live_', letters)],
  ['a Stripe key', joined('rk', '_live_', letters)],
  ['an Anthropic key', joined('sk', '-ant-', 'api03-', letters, letters)],
  ['an OpenAI key', joined('sk', '-proj-', letters, '_', letters)],
  ['an OpenAI key', joined('sk', '-', letters, letters.slice(0, 16))],
  ['a Google API key', joined('AI', 'za', letters, 'x-_')],
  ['a Google client secret', joined('GOC', 'SPX-', letters)],
  ['an npm token', joined('np', 'm_', letters, 'Ab12')],
  ['a PyPI token', joined('py', 'pi-', 'AgEIcHlwaS5vcmc', letters, letters)],
  ['a Hugging Face token', joined('h', 'f_', letters, 'Ab')],
  ['a SendGrid key', joined('S', 'G.', letters.slice(0, 22), '.', letters, 'abcdefghijk')],
  ['a Shopify token', joined('shp', 'at_', hex)],
  ['a DigitalOcean token', joined('dop', '_v1_', hex, hex)],
  ['a Yandex key', joined('AQ', 'VN', letters, 'abcd')],
  ['a Telegram bot token', joined('110201543', ':AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0')],
  ['a Twilio key', joined('S', 'K', hex)],
  ['a JSON Web Token', joined('ey', 'JhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0In0.', letters)],
  ['a private key', joined('-----BEGIN ', 'RSA PRIVATE KEY-----')],
  ['a private key', joined('-----BEGIN ', 'PRIVATE KEY-----')],
]

test.each(secrets)('%s is found anywhere', (what, secret) => {
  for (const text of [secret, `Use ${secret}, please.`, `Ключ: ${secret}\n`, `"${secret}"`, `(${secret})`]) {
    const start = text.indexOf(secret)
    expect(findSecrets(text)).toEqual([{ what, text: secret, start, end: start + secret.length }])
  }
})

test.each([
  ['Login: test, password: Qwerty123', 'Qwerty123'],
  ['Пароль: Qwerty-2024!', 'Qwerty-2024!'],
  ['Ваш пароль — s0lnyshko99', 's0lnyshko99'],
  ['Das Passwort ist Sommer2024!', 'Sommer2024!'],
  ['mot de passe : Bonjour75', 'Bonjour75'],
  ['contraseña="Verano2024"', 'Verano2024'],
  ['hasło to Warszawa2024', 'Warszawa2024'],
  ['PASSWORD=hunter2hunter2', 'hunter2hunter2'],
  ['https://admin:letmein@shop.example/panel', 'letmein'],
  ['postgres://bot:s3cr3t@10.0.0.1:5432/db', 's3cr3t'],
  ['Authorization: Bearer 9f8e7d6c5b4a39281706', '9f8e7d6c5b4a39281706'],
  ['api_key=4f3c2b1a0d9e8f7a6b5c', '4f3c2b1a0d9e8f7a6b5c'],
  ['access token: 550e8400-e29b-41d4-a716-446655440000', '550e8400-e29b-41d4-a716-446655440000'],
])('a secret that is introduced by words is found: %s', (text, secret) => {
  expect(findSecrets(text).map(found => found.text)).toEqual([secret])
})

test.each([
  'Your order 4815162342 left the warehouse on 12.03.2024 at 14:30.',
  'Track it with RR123456789CN or 1Z999AA10123456784 on https://track.example/?id=1Z999AA10123456784.',
  'To reset your password: open https://shop.example/account/reset1 and follow the steps.',
  'Password: at least 8 characters, with a digit',
  'password: at-least-8-characters',
  'Choose a password: A-Z, a-z and 0-9 are allowed.',
  'Your password is case-sensitive.',
  'Пароль: не менее 8 символов, латиница и цифры',
  'Забыли пароль? Нажмите «Восстановить», код придёт на номер, указанный при регистрации.',
  'Das Passwort muss 12 Zeichen haben.',
  'password: ********',
  'password: your_password1',
  'password: {{password1}}',
  'Пароль: https://shop.example/p/1234567',
  'Promo code: SUMMER2024, promo code SALE-50-2024',
  'Промокод: LETO2024SALE действует до 31.08.2024.',
  'Contract number: 7701-2024-000123456789',
  'Article SK-204815 and SKU sk-black-cotton-shirt-size-42-long-sleeve',
  'Bearer of this voucher may exchange it until 31.12.2024.',
  'The token of our appreciation: a 20 % discount.',
  'Our newsletter: https://shop.example/news@2024 or https://medium.example/@shop:2024',
  'https://user:****@shop.example',
  'Serial number: 5CD1234XYZ, IMEI 356938035643809',
  'Номер заказа: AB-2024-0001, трек 80088800123456',
  'Write to support@shop.example, we answer within 24 hours: 9:00-18:00.',
  '',
])('typical texts of customers and shops are not secrets: %s', text => {
  expect(findSecrets(text)).toEqual([])
})

test('only the first of very many secrets are reported, in linear time', () => {
  expect(findSecrets('password: Qwerty123 '.repeat(50_000))).toHaveLength(20)
})

test('two secrets in one text are both found, and one that matches two patterns once', () => {
  const key = joined('sk', '_live_', letters)
  expect(findSecrets(`password: Qwerty123, token: ${key}`).map(({ what }) => what)).toEqual([
    'a password',
    'a Stripe key',
  ])
})

test.each([
  ['eyJ', 1_000_000],
  ['sk-', 1_000_000],
  ['password:', 250_000],
  ['a://b:', 250_000],
  ['token is ', 250_000],
  ['1:', 1_000_000],
  ['-----BEGIN RSA ', 150_000],
])('a text with many possible starts is scanned once: %s', (part, count) => {
  // Where each beginning is followed to the end, this takes longer than the time-out of the tests.
  expect(findSecrets(`_0 password ${part.repeat(count)}`).length).toBeLessThanOrEqual(20)
})
