import type { BrowserContext } from 'playwright-core'
import { Cookie, CookieJar } from 'tough-cookie'
import { textOf } from '../../../protocol/json/any-json.ts'
import { headerOf, protocolText } from './header-text.ts'

/** The cookies of a browser in Playwright's format. */
export type BrowserCookies = Awaited<ReturnType<BrowserContext['cookies']>>
type BrowserCookie = BrowserCookies[number]

/** Returns a browser's cookies as a jar, for requests that the harness makes instead. */
export const jarOf = async (cookies: BrowserCookies): Promise<CookieJar> => {
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false })
  for (const cookie of cookies) {
    const { domain, path, secure } = cookie
    const url = `${secure ? 'https' : 'http'}://${domain.replace(/^\./, '')}${path}`
    await jar.setCookie(ownCookie(cookie), url, { ignoreError: true })
  }
  return jar
}

const ownCookie = ({ name, value, domain, path, secure, httpOnly, sameSite, expires }: BrowserCookie): Cookie =>
  new Cookie({
    key: headerOf(name),
    value: headerOf(value),
    path,
    secure,
    httpOnly,
    // Browsers default to Lax.
    sameSite: sameSite.toLowerCase(),
    ...(domain.startsWith('.') ? { domain: domain.slice(1) } : {}),
    ...(expires > 0 ? { expires: new Date(expires * 1_000) } : {}),
  })

const sameSites = { strict: 'Strict', none: 'None', lax: 'Lax' } as const

const isKnown = (text: string): text is keyof typeof sameSites => Object.hasOwn(sameSites, text)

/** Returns the cookies of a jar in the browser's format. */
export const cookiesIn = async (jar: CookieJar): Promise<BrowserCookies> => {
  const { cookies } = await jar.serialize()
  const all = cookies.map(({ key = '', value = '', domain, path, secure, httpOnly, hostOnly, sameSite, expires }) => {
    const site = textOf(sameSite ?? 'lax').toLowerCase()
    const ends = typeof expires === 'string' ? Date.parse(expires) / 1_000 : -1
    return {
      name: protocolText(key),
      value: protocolText(value),
      domain: `${hostOnly === false ? '.' : ''}${textOf(domain ?? '')}`,
      path: textOf(path ?? '/'),
      secure: secure === true,
      httpOnly: httpOnly === true,
      sameSite: isKnown(site) ? sameSites[site] : ('Lax' as const),
      expires: Number.isFinite(ends) ? ends : -1,
    }
  })
  return all.filter(({ domain }) => domain.replace('.', '') !== '')
}
