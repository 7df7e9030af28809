import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptForms, formOf } from '../../reference/service/forms.ts'
import { type Html, html } from '../../reference/service/html.ts'
import { sendPage } from '../../reference/service/page.ts'
import { cookieIn, originFor } from './requests.ts'

/** A login in front of pages: how the server asks for it, and the entries of its operator in the config. */
type Login = {
  prepare: (server: FastifyInstance) => void
  settings: { pages: { consent: { login?: string[]; origins?: string[] } }; pageSecrets?: Record<string, string> }
}

/** Redirects a browser that opens a consent page without a session to `to`. */
const redirectStrangers = (
  server: FastifyInstance,
  sessions: ReadonlySet<string>,
  to: (request: FastifyRequest) => string,
): void => {
  server.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && request.url.startsWith('/kyc/consent/')
    return isPage && !sessions.has(cookieIn(request, 'session')) ? reply.redirect(to(request), 302) : undefined
  })
}

const isConsentPath = (path: string) => /^\/kyc\/consent\/\w+$/.test(path)

const startSession = (sessions: Set<string>, reply: FastifyReply, to: string): FastifyReply => {
  const id = randomUUID()
  sessions.add(id)
  return reply.header('set-cookie', `session=${id}; Path=/; HttpOnly; SameSite=Lax`).redirect(to, 303)
}

/** A page before the consent page, with a form that `write` fills in. It needs no settings. */
const showBefore = (path: string, write: (to: string) => Html): Login => ({
  prepare: server => {
    const sessions = new Set<string>()
    redirectStrangers(server, sessions, ({ url }) => `${path}?to=${encodeURIComponent(url)}`)
    server.register(async scope => {
      acceptForms(scope, 65_536)
      scope.get<{ Querystring: { to?: string } }>(path, async ({ query: { to = '' } }, reply) =>
        sendPage(reply, 200, { text: write(to).text }),
      )
      scope.post(path, async (request, reply) => {
        const to = formOf(request).get('to') ?? ''
        return isConsentPath(to) ? startSession(sessions, reply, to) : reply.code(400).send('Bad request')
      })
    })
  },
  settings: { pages: { consent: {} } },
})

/** A page with one button for the user whom the browser knows. */
export const chooseUser = showBefore(
  '/users',
  to => html`<!doctype html><title>Who are you?</title><h1>Welcome back</h1>
<form method="post" action="/users"><input type="hidden" name="to" value="${to}"><button>Continue as Eve</button></form>
<form action="/register"><button>Use another account</button></form>`,
)

/** An offer of news by e-mail, which is not the consent page though a box of it speaks of that. */
export const offerNews = showBefore(
  '/news',
  to => html`<!doctype html><title>News</title><h1>News</h1>
<form method="post" action="/news"><input type="hidden" name="to" value="${to}">
<label><input type="checkbox" name="news" value="1"> Yes, send me news by e-mail</label><button>Continue</button></form>`,
)

const password = 'correct horse & battery "staple"'

const loginPage = (token: string, to: string, problem?: string): string =>
  html`<!doctype html><title>Sign in</title><h1>Example Bank</h1>${problem && html`<p role="alert">${problem}</p>`}
<form method="post" action="/login"><input type="hidden" name="to" value="${to}"><input type="hidden" name="token" value="${token}">
<label>E-mail address <input type="email" name="email" autocomplete="username"></label>
<label for="pw">Password</label><input id="pw" type="password" name="password">
<label><input type="checkbox" name="remember"> Remember my e-mail address</label>
<button name="go" value="in">Sign in</button><button name="go" value="forgotten">Forgot your password?</button></form>`
    .text

/** Hosts the login form at the origin of the bank; its response carries a ticket to the origin of the provider. */
const hostLogin = (scope: FastifyInstance, tickets: Set<string>): void => {
  const tokens = new Set<string>()
  const sendLogin = (reply: FastifyReply, to: string, problem?: string): FastifyReply => {
    const token = randomUUID()
    tokens.add(token)
    reply.header('set-cookie', `login=${token}; Path=/login; HttpOnly; SameSite=Strict`)
    return sendPage(reply, problem === undefined ? 200 : 401, { text: loginPage(token, to, problem) })
  }
  scope.get<{ Querystring: { to?: string } }>('/login', async ({ query: { to = '' } }, reply) => sendLogin(reply, to))
  scope.post('/login', async (request, reply) => {
    const form = formOf(request)
    const [token, to] = [form.get('token') ?? '', form.get('to') ?? '']
    if (!isConsentPath(to) || cookieIn(request, 'login') !== token || !tokens.has(token))
      return sendLogin(reply, to, 'Too late.')
    const isEve =
      form.get('email') === 'eve@bank.example' && form.get('password') === password && form.get('go') === 'in'
    if (!isEve) return sendLogin(reply, to, `Wrong password ${form.get('password')}.`)
    const ticket = randomUUID()
    tickets.add(ticket)
    return reply.redirect(`${originFor(request, '127.0.0.1')}/session?ticket=${ticket}&to=${to}`, 303)
  })
}

/** A form for an e-mail address and a password, at another origin: http://localhost instead of http://127.0.0.1. */
export const askForPassword: Login = {
  prepare: server => {
    const [sessions, tickets] = [new Set<string>(), new Set<string>()]
    redirectStrangers(
      server,
      sessions,
      request => `${originFor(request, 'localhost')}/login?to=${encodeURIComponent(request.url)}`,
    )
    server.register(async scope => {
      acceptForms(scope, 65_536)
      hostLogin(scope, tickets)
      scope.get<{ Querystring: { ticket?: string; to?: string } }>(
        '/session',
        async ({ query: { ticket = '', to = '' } }, reply) =>
          tickets.delete(ticket) && isConsentPath(to)
            ? startSession(sessions, reply, to)
            : reply.code(400).send('Bad request'),
      )
    })
  },
  settings: {
    pages: {
      consent: { login: ['text:E-mail address=eve@bank.example', 'text:Password=env:EVE_PASSWORD', 'button:Sign in'] },
    },
    pageSecrets: { 'env:EVE_PASSWORD': password },
  },
}
