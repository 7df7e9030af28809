import { randomUUID } from 'node:crypto'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { type FieldRequest, type FieldResponse, type Hop, headerOf, mapHeaders } from './proxy.ts'

/** Opens another origin in front of the same target; returns its address. */
export type OpenOrigin = (hops: readonly Hop[]) => Promise<string>

/** The hops in front of the API, and the operator's config of the pages. */
type Origins = { toTarget: readonly Hop[]; pages: RunSettings['pages'] }

const page = (text: string): FieldResponse => ({
  status: 200,
  rawHeaders: ['Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-store', 'X-Frame-Options', 'DENY'],
  body: Buffer.from(`<!doctype html><title>Example Bank</title>${text}`),
})

const redirect = (to: string, ...headers: string[]): FieldResponse => ({
  status: 303,
  rawHeaders: ['Location', to, 'Cache-Control', 'no-store', ...headers],
  body: Buffer.alloc(0),
})

const notFound: FieldResponse = {
  status: 404,
  rawHeaders: ['Content-Type', 'text/plain'],
  body: Buffer.from('Not found'),
}

const addressOf = ({ path }: FieldRequest): URL => new URL(path, 'http://origin')

const formOf = ({ body }: FieldRequest): URLSearchParams => new URLSearchParams(body.toString('utf8'))

const forbidden: FieldResponse = { ...notFound, status: 403, body: Buffer.from('This form is of another site.') }

/** Refuses forms of other sites. */
const ownFormsOnly: Hop = async (request, next) => {
  const isOwn = headerOf(request, 'origin') === `http://${headerOf(request, 'host')}`
  return request.method === 'POST' && !isOwn ? forbidden : next(request)
}

/** Redirects links to some paths of one origin to another. */
const leadTo =
  (path: RegExp, origin: () => string): Hop =>
  async (request, next) => {
    const passage = await next(request)
    if (typeof passage === 'string') return passage
    const moved = (address: string): string => {
      const { pathname, search } = new URL(address, 'http://origin')
      return path.test(pathname) ? origin() + pathname + search : address
    }
    const rawHeaders = mapHeaders(passage.rawHeaders, (name, value) => [
      name,
      name.toLowerCase() === 'location' ? moved(value) : value,
    ])
    return { ...passage, rawHeaders, body: withRedirectUrl(passage.body, moved) }
  }

const withRedirectUrl = (body: Buffer, moved: (address: string) => string): Buffer =>
  Buffer.from(
    body.toString('latin1').replace(/("redirect_url":")([^"]+)/, (_, member, address) => member + moved(address)),
    'latin1',
  )

const loginForm = page(`<h1>Log in</h1><form method="post">
<label>E-mail address <input type="email" name="email" autocomplete="username" required></label>
<label>Password <input type="password" name="password" required></label>
<button>Sign in</button></form>`)

/** A consent page on its own origin, behind a login on another. */
export const loginAndConsent = async (open: OpenOrigin): Promise<Origins> => {
  const tickets = new Set<string>()
  const sessions = new Set<string>()
  const logIn: Hop = async request => {
    const to = addressOf(request).searchParams.get('to') ?? ''
    if (addressOf(request).pathname !== '/login' || !to.startsWith(`${consent}/kyc/consent/`)) return notFound
    const form = formOf(request)
    if (request.method !== 'POST' || form.get('email') !== 'a@bank.example' || form.get('password') !== 'correct')
      return loginForm
    const ticket = randomUUID()
    tickets.add(ticket)
    return redirect(
      `${consent}/session?${new URLSearchParams({ ticket, to: addressOf({ ...request, path: to }).pathname })}`,
    )
  }
  const login = await open([ownFormsOnly, logIn])
  const requireSession: Hop = async (request, next) => {
    const { pathname, searchParams } = addressOf(request)
    const session = /(?:^|; )session=([\w-]+)/.exec(headerOf(request, 'cookie') ?? '')?.[1] ?? ''
    if (pathname === '/session' && tickets.delete(searchParams.get('ticket') ?? '')) {
      const id = randomUUID()
      sessions.add(id)
      return redirect(searchParams.get('to') ?? '/', 'Set-Cookie', `session=${id}; Path=/; HttpOnly; SameSite=Lax`)
    }
    const isConsent = request.method === 'GET' && pathname.startsWith('/kyc/consent/')
    if (isConsent && !sessions.has(session))
      return redirect(`${login}/login?${new URLSearchParams({ to: consent + request.path })}`)
    return next(request)
  }
  const consent = await open([requireSession])
  return {
    toTarget: [leadTo(/^\/kyc\/consent\//, () => consent)],
    pages: {
      consent: {
        origins: [consent, login],
        login: ['text:E-mail address=a@bank.example', 'text:Password=correct', 'button:Sign in'],
      },
    },
  }
}

const confirmForm = page(`<h1>Confirm the payment</h1><p>A shop asks for a payment.</p>
<form method="post"><button>Confirm payment</button></form>`)

/** A hosted page on its own origin; a payment is confirmed on that of a bank. */
export const hostedPageAndBank = async (open: OpenOrigin): Promise<Origins> => {
  const unconfirmed = new Map<string, FieldRequest>()
  const confirmed = new Map<string, FieldRequest>()
  const bank: string = await open([
    ownFormsOnly,
    async request => {
      const id = addressOf(request).pathname.slice('/confirm/'.length)
      const payment = unconfirmed.get(id)
      if (payment === undefined) return notFound
      if (request.method !== 'POST') return confirmForm
      unconfirmed.delete(id)
      confirmed.set(id, payment)
      return redirect(`${hosted}/checkout/confirmed/${id}`)
    },
  ])
  const confirmAtBank: Hop = async (request, next) => {
    const id = /^\/checkout\/confirmed\/([\w-]+)$/.exec(request.path)?.[1]
    if (id === undefined) {
      if (request.method !== 'POST' || formOf(request).get('action') !== 'pay') return next(request)
      const payment = randomUUID()
      unconfirmed.set(payment, request)
      return redirect(`${bank}/confirm/${payment}`)
    }
    const payment = confirmed.get(id)
    confirmed.delete(id)
    return payment === undefined ? notFound : next(payment)
  }
  const hosted = await open([confirmAtBank])
  return { toTarget: [leadTo(/^\/checkout\//, () => hosted)], pages: { checkout: { origins: [hosted, bank] } } }
}
