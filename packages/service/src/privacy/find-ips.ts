import ipaddr from 'ipaddr.js'
import type { Found } from './found.ts'
import { beforeOf, labelBefore } from './labels.ts'

/** The addresses on the public internet in a text. Versions and chapters look the same, and are told apart. */
export function findIps(text: string): readonly Found[] {
  return Array.from(text.matchAll(candidates)).flatMap(({ 0: value, index }): Found[] => {
    if (!isPublic(value) || !isMeant(value, beforeOf(text, index))) return []
    return [{ kind: 'IP', start: index, end: index + value.length }]
  })
}

const candidates =
  /(?<![\p{L}\p{N}.:])(?:(?:\d{1,3}\.){3}\d{1,3}|(?=[0-9a-f:]{7,39}(?![0-9a-f:]))(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4})(?![\p{L}\p{N}]|[.:]\d)/giu

/** Documentation's own ranges stand for anybody's address. */
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
