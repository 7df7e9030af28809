import { type HttpResponse, header } from '../../harness/http/response.ts'
import { expectThat } from '../../harness/outcome.ts'
import type { CheerioAPI } from '../../harness/pages/checkout-page.ts'

/** Whether other sites are kept from framing a page. */
const isUnframed = (policy: string, frameOptions: string): boolean => {
  const directive = policy
    .split(/[;,]/)
    .map(one => one.trim().toLowerCase())
    .find(one => one.startsWith('frame-ancestors'))
  if (directive !== undefined)
    return !directive
      .split(/\s+/)
      .slice(1)
      .some(one => /^(?:\*|https?:|https?:\/\/\*)$/.test(one))
  return /^\s*(?:deny|sameorigin)\s*(?:,|$)/i.test(frameOptions)
}

/** Breaks the clause where other sites may frame a page. */
export const notFramed = (response: HttpResponse): void => {
  const policies = response.headers.filter(([name]) => name.toLowerCase() === 'content-security-policy')
  const [policy, options] = [policies.map(one => one[1]).join(','), header(response, 'x-frame-options') ?? '']
  expectThat(isUnframed(policy, options), 'other sites may frame the page', {
    expected: "Content-Security-Policy with frame-ancestors 'none' (or 'self'), or X-Frame-Options",
    actual: policy || options || 'neither header',
  })
}

/** Whether nothing keeps a copy that is shown again unasked. */
const isUncached = (control: string, expires: string | undefined): boolean => {
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(control)?.[1]
  if (/(?:^|[\s,])no-(?:store|cache)(?:$|[\s,=])/i.test(control)) return true
  if (age !== undefined) return Number(age) === 0
  if (/(?:^|[\s,])private(?:$|[\s,=])/i.test(control)) return true
  return expires !== undefined && !(Date.parse(expires) > Date.now())
}

/** Breaks the clause where a page may be cached. */
export const notCached = (response: HttpResponse): void => {
  const control = header(response, 'cache-control') ?? ''
  expectThat(isUncached(control, header(response, 'expires')), 'the page may be cached', {
    expected: 'Cache-Control: no-store',
    actual: control || 'no Cache-Control',
  })
}

const addressed = ['href', 'src', 'action', 'formaction', 'data', 'poster', 'xlink:href', 'content']

/** The element that uses an address; a hidden field that merely carries it does not. */
export const usedIn = ($: CheerioAPI, address: string): string | undefined => {
  for (const element of $('html').find('*').toArray()) {
    const name = addressed.find(one => (('attribs' in element && element.attribs[one]) || '').includes(address))
    if (name && 'name' in element) return `<${element.name} ${name}="${address}">`
  }
  return undefined
}
