import ipaddr from 'ipaddr.js'
import { type Found, labelBefore, textBefore } from './found.ts'
import type { Libraries } from './libraries.ts'

/** Bank account numbers with a label, and the addresses of wallets. */
export function findAccounts(text: string, libraries: Libraries): readonly Found[] {
  return [...findNamed(text), ...findWallets(text, libraries)]
}

function findNamed(text: string): readonly Found[] {
  label ??= labelBefore(accountWords)
  const pattern = label
  return Array.from(text.matchAll(/(?<![\p{L}\p{N}])\d(?:[ -]?\d){6,27}(?![\p{L}\p{N}])/gu)).flatMap(
    ({ 0: value, index }): Found[] => {
      const isRussian = /^(?:40[578]|42[1-6])\d{17}$/.test(value.replace(/\D/g, ''))
      if (!isRussian && !pattern.test(textBefore(text, index))) return []
      return [{ kind: 'ACCOUNT', start: index, end: index + value.length }]
    },
  )
}

let label: RegExp | undefined

/** Words for a bank account that do not mean an invoice: the Russian word alone means both. */
const accountWords = [
  'bank account|account n|account #|acct|a\\/c|kontonummer|konto-?nr|kontonr|numéro de compte|n° de compte|número de cuenta',
  'cuenta bancaria|n[uú]mero da conta|conta bancária|numero di conto|conto corrente|numer konta|nr konta|konto bankowe',
  'contul bancar|номер рахунку|банківський рахунок|расч[её]тный сч[её]т|лицевой сч[её]т|банковский сч[её]т|номер сч[её]та|р\\/с',
].join('|')

function findWallets(text: string, { isBitcoinAddress }: Libraries): readonly Found[] {
  return Array.from(text.matchAll(wallets)).flatMap(({ 0: value, index }): Found[] => {
    const isEthereum = value.startsWith('0x')
    if (!isEthereum && !(isBitcoinAddress(value) && isMixed(value))) return []
    return [{ kind: 'ACCOUNT', start: index, end: index + value.length }]
  })
}

const wallets =
  /(?<![A-Za-z0-9])(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,62}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})(?![A-Za-z0-9])/g

/** A parcel number contains only capitals. */
function isMixed(value: string): boolean {
  return value.startsWith('bc1') || (/[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value))
}

/** Finds public IP addresses, and distinguishes them from versions and chapters. */
export function findIps(text: string): readonly Found[] {
  return Array.from(text.matchAll(candidates)).flatMap(({ 0: value, index }): Found[] => {
    if (!isPublic(value) || !isMeant(value, textBefore(text, index))) return []
    return [{ kind: 'IP', start: index, end: index + value.length }]
  })
}

const candidates =
  /(?<![\p{L}\p{N}.:])(?:(?:\d{1,3}\.){3}\d{1,3}|(?=[0-9a-f:]{7,39}(?![0-9a-f:]))(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4})(?![\p{L}\p{N}]|[.:]\d)/giu

/** Ranges for documentation count as public, so that examples are masked too. */
const publicRanges = new Set(['unicast', 'reserved'])

function isPublic(value: string): boolean {
  return ipaddr.isValid(value) && publicRanges.has(ipaddr.parse(value).range())
}

function isMeant(value: string, before: string): boolean {
  if (value.includes(':')) return value.split(':').length >= 4
  patterns ??= { address: labelBefore(addressWords), numbering: labelBefore(numberingWords) }
  if (patterns.address.test(before)) return true
  const isNumbering = patterns.numbering.test(before)
  return !isNumbering && value.split('.').filter(part => part.length === 3).length >= 2
}

let patterns: { readonly address: RegExp; readonly numbering: RegExp } | undefined

const addressWords =
  'ip|ipv4|ip-?address|ip-?adresse|ip-?адрес|айпи|address|адрес|adresse|dirección|indirizzo|netz|server|host|сервер|хост|ping|пинг'
const numberingWords =
  'v|ver|version|versión|versione|версия|chapter|kapitel|глава|section|п|раздел|build|firmware|прошивка'
