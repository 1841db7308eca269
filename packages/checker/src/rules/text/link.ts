import { scenarioRule } from '../../rule.ts'
import { allTexts, scenarioTexts } from '../../scenario-texts.ts'
import { textName } from '../../texts/text-name.ts'
import { quoted } from '../../wording.ts'

export const link = scenarioRule({
  id: 'text/link',
  level: 'warning',
  summary: 'A text for the customer contains a link that leads nowhere because of its form.',
  check({ share, report }) {
    if (!trace.test(share(allTexts))) return
    for (const found of share(scenarioTexts)) {
      const { text, path, node, audience } = found
      if (audience !== 'customer' || !trace.test(text)) continue
      for (const { address, fault, help } of findBrokenLinks(text)) {
        report({
          message: `${textName(found)} contains ${quoted(address)}, which is no working link: ${fault}`,
          at: path,
          ...(node === undefined ? {} : { node }),
          help,
        })
      }
    }
  },
})

/** Nearly all texts contain none of these. */
const trace = /\/\/|www|\]\(|https?[:;.]/i

interface BrokenLink {
  readonly address: string
  readonly fault: string
  readonly help: string
}

/**
 * A scheme that is meant as `http` or `https`, or `www`, and the rest up to the next white space, or to Chinese
 * punctuation, which no space follows.
 */
const address =
  /(?<![\p{L}\p{N}@/._-])(?:h{0,2}t{1,3}ps{0,2}(?:\s?[:;]\s?\/{1,3}|\.?\/{2,3}|[:;](?=[\p{L}\p{N}]))|www[.,](?=[\p{L}\p{N}]))[^\s<>"\u00ab\u00bb\u201c\u201d|\u3001\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]*/giu

/** `[label](target)`. */
const markdownLink = /\[[^\]\n]{1,200}\]\(([^()\s]{0,500})\)/g

const schemeHelp = 'Begin it with https://.'

function findBrokenLinks(text: string): readonly BrokenLink[] {
  const inMarkdown = [...text.matchAll(markdownLink)].map(([, target = '']) => target)
  // A target that has a scheme is found as an address as well.
  const targets = inMarkdown.flatMap(target => (startsAsAddress(target) ? [] : (faultOfTarget(target) ?? [])))
  const addresses = [...text.matchAll(address)].map(([whole]) => withoutEnd(whole))
  return [...targets, ...addresses.flatMap(found => faultOfAddress(found) ?? [])]
}

function startsAsAddress(target: string): boolean {
  return target.search(address) === 0
}

function faultOfTarget(target: string): BrokenLink | undefined {
  if (/^(?:mailto|tel|sms):\S/i.test(target) || target.includes('{')) return undefined
  const fault = target === '' ? 'the parentheses are empty' : 'a web address begins with https://'
  return { address: `(${target})`, fault, help: schemeHelp }
}

/** The punctuation at the end belongs to the sentence, as does a parenthesis that was opened before the link. */
function withoutEnd(link: string): string {
  // How many parentheses are closed and not opened in the part up to `end`.
  let excess = [...link.matchAll(/[()]/g)].reduce((sum, [mark]) => sum + (mark === ')' ? 1 : -1), 0)
  let end = link.length
  for (; end > 0; end--) {
    const last = link.charAt(end - 1)
    if (last === ')' && excess > 0) excess -= 1
    else if (!punctuation.test(last)) break
  }
  return link.slice(0, end)
}

const punctuation = /[.,;:!?\u2026'\u2019*_~`\]\u3002]/

function faultOfAddress(link: string): BrokenLink | undefined {
  const isWeb = /^www\./i.test(link)
  if (!isWeb && !/^https?:\/\//i.test(link)) {
    return { address: link, fault: 'a web address begins with https://', help: schemeHelp }
  }
  const url = isWeb ? `https://${link}` : link
  // A template fills the braces in: what comes of it is not known.
  const host = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''
  if (host.includes('{') || host.includes('%')) return undefined
  if (/^(?:https?|www)[:.]*$/i.test(host)) {
    return { address: link, fault: 'it has two beginnings', help: 'Remove one of them.' }
  }
  // Three slashes leave no host, which browsers repair.
  return host !== '' && hasHost(url)
    ? undefined
    : { address: link, fault: 'it has no valid host name', help: 'Write the address of an existing page.' }
}

/** Whether the host has the form of a public name or of an IP address. Names of one's own network are no links. */
function hasHost(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  const labels = hostname.split('.')
  const isIp = /^\d+(?:\.\d+){3}$/.test(hostname) || hostname.startsWith('[')
  const isName = labels.length > 1 && labels.every(label => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))
  const isWithWww = labels[0] === 'www' && labels.length < 3
  return isIp || (isName && !isWithWww && /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/.test(labels.at(-1) ?? ''))
}
