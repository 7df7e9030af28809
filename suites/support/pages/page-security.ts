import type { CheckContext } from '../../../harness/context.ts'
import { type HttpResponse, header } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { CheerioAPI } from '../../../pages/document/dom.ts'

/** Returns whether the headers of a page prevent other sites from framing it. */
const isFramingForbidden = (policy: string, frameOptions: string): boolean => {
  const directive = policy
    .split(/[;,]/)
    .map(text => text.trim().toLowerCase())
    .find(text => text.startsWith('frame-ancestors'))
  if (directive !== undefined)
    return !directive
      .split(/\s+/)
      .slice(1)
      .some(source => /^(?:https?:|(?:https?:\/\/)?\*(?::(?:\*|\d+))?)$/.test(source))
  return /^\s*(?:deny|sameorigin)\s*(?:,|$)/i.test(frameOptions)
}

/** Fails the clause if other sites may frame a page: as enforced by the browser of the run, or else according to the headers. */
export const expectNotFrameable = async (
  { run }: Pick<CheckContext, 'run'>,
  pages: 'checkout' | 'consent',
  response: HttpResponse,
): Promise<void> => {
  const policies = response.headers.filter(([name]) => name.toLowerCase() === 'content-security-policy')
  const [policy, options] = [policies.map(([, value]) => value).join(','), header(response, 'x-frame-options') ?? '']
  const isFramed = await run.pages.drivers[pages].isFramable?.(response)
  const isForbidden = isFramed === undefined ? isFramingForbidden(policy, options) : !isFramed
  expectThat(isForbidden, 'other sites may frame the page', {
    expected: "Content-Security-Policy with frame-ancestors 'none' (or 'self'), or X-Frame-Options",
    actual: policy || options || 'neither header',
  })
}

/** Returns whether the headers of a page prevent caches from showing a stored copy; `madeAt`: when the target made it. */
const isCachingForbidden = (control: string, expires: string | undefined, madeAt: number): boolean => {
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(control)?.[1]
  if (/(?:^|[\s,])no-(?:store|cache)(?:$|[\s,=])/i.test(control)) return true
  if (age !== undefined) return Number(age) === 0
  if (/(?:^|[\s,])private(?:$|[\s,=])/i.test(control)) return true
  return expires !== undefined && !(Date.parse(expires) > madeAt)
}

/** Fails the clause if a page may be cached. Its expiry refers to the target's clock. */
export const expectNotCacheable = ({ requestNow }: CheckContext, response: HttpResponse): void => {
  const [control, expires, date] = ['cache-control', 'expires', 'date'].map(name => header(response, name))
  const madeAt = Date.parse(date ?? '') || requestNow() * 1_000
  expectThat(isCachingForbidden(control ?? '', expires, madeAt), 'the page may be cached', {
    expected: 'Cache-Control: no-store',
    actual: control || 'no Cache-Control',
  })
}

const addressAttributes = ['href', 'src', 'action', 'formaction', 'data', 'poster', 'xlink:href', 'content']

/** Describes the element that uses an address; a hidden field that merely carries it does not. */
export const elementUsing = ($: CheerioAPI, address: string, exempt: readonly string[] = []): string | undefined => {
  for (const element of $('html').find('*').toArray()) {
    if (!('attribs' in element) || exempt.includes(element.name)) continue
    const name = addressAttributes.find(attribute => (element.attribs[attribute] ?? '').includes(address))
    if (name) return `<${element.name} ${name}="${address}">`
  }
  return undefined
}

/** Elements that show an address as an image, or only mention it: browsers do not run a script from such an address there. */
const pictures = ['img', 'image', 'source', 'video', 'input', 'link', 'meta']

/** Describes the element that follows or embeds an address, so that a script in it can run. */
export const elementRunning = ($: CheerioAPI, address: string): string | undefined => elementUsing($, address, pictures)
